package io.tollgate.page;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Numbers in fields of pages, as people write them: what is a bound is read as an answer is. */
public final class Decimals {
    private static final Pattern FORM = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,6})?");

    private Decimals() {}

    /** The number, or null where the text is none. */
    public static @Nullable BigDecimal of(String text) {
        return FORM.matcher(text).matches() ? new BigDecimal(text) : null;
    }
}
