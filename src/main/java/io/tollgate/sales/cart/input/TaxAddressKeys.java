package io.tollgate.sales.cart.input;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.customer.Countries;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.cart.PostalAddress;
import io.tollgate.sales.cart.TaxAddress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Declares and reads the addresses of a cart whose tax the processor calculates. */
public final class TaxAddressKeys {
    public static final String BILLING = "billing";
    public static final String SHIPPING = "shipping";

    public static final List<Field> FIELDS = List.of(
            Field.object(BILLING, AnswerKeys.address())
                    .personal()
                    .doc("Billing address of the buyer. Required without `shipping` if the processor calculates the "
                            + "tax (`tax.mode` `processor`), unless nothing is due. Otherwise it has no influence.")
                    .orNull(),
            Field.object(SHIPPING, AnswerKeys.address())
                    .personal()
                    .doc("Address to which the order is shipped. If sent, the processor calculates the tax for it "
                            + "instead of `billing`.")
                    .orNull());

    private TaxAddressKeys() {}

    /** Returns the address that determines the tax; null if none was sent. Adds the problems of both. */
    public static @Nullable TaxAddress read(Input body) {
        PostalAddress shipping = read(body, SHIPPING);
        PostalAddress billing = read(body, BILLING);
        return TaxAddress.of(shipping, billing);
    }

    private static @Nullable PostalAddress read(Input body, String key) {
        JsonNode sent = body.values().path(key);
        Input input = body.object(key);
        AnswerKeys.validateAddress(input);
        String country = sent.path("country").asText().toUpperCase(Locale.ROOT);
        if (!sent.isObject() || !input.isValid("country")) {
            return null;
        }
        input.rule(Countries.has(country), "country", Countries.EXPECTED);
        return AnswerKeys.postalAddress(sent);
    }
}
