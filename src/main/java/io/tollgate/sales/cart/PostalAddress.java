package io.tollgate.sales.cart;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A postal address.
 *
 * @param country a two-letter code in upper case
 */
public record PostalAddress(
        @Nullable String line1,
        @Nullable String line2,
        @Nullable String city,
        @Nullable String state,
        @Nullable String postalCode,
        @Nullable String country) {

    /** Returns the parts in the order of {@link #line}. */
    public List<@Nullable String> parts() {
        return Stream.of(line1, line2, city, state, postalCode, country).collect(Collectors.toList());
    }

    /** Returns the address as one line of text, with the parts separated by commas. */
    public String line() {
        return parts().stream().filter(Objects::nonNull).collect(Collectors.joining(", "));
    }
}
