package io.tollgate.processor;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order whose tax the processor calculates.
 *
 * @param currency ISO 4217 code in lower case
 * @param lines at least one
 * @param address where the buyer receives the order
 */
public record TaxableOrder(String currency, List<Line> lines, Address address) {
    /**
     * A line to tax.
     *
     * @param amount the amount of the line after discounts, at least 1
     * @param inclusive whether the amount includes the tax
     * @param taxCode the processor's category of the product; null for the account's default
     */
    public record Line(
            long amount,
            int quantity,
            boolean inclusive,
            @Nullable String taxCode) {}

    /**
     * An address, of which only the country is always known.
     *
     * @param shipping whether the order is shipped to the address; otherwise it is the billing address
     */
    public record Address(
            @Nullable String line1,
            @Nullable String line2,
            @Nullable String city,
            @Nullable String state,
            @Nullable String postalCode,
            String country,
            boolean shipping) {}

    public TaxableOrder {
        lines = List.copyOf(lines);
    }

    JsonObject json() {
        JsonArray encoded = new JsonArray();
        lines.forEach(line -> encoded.add(new JsonObject()
                .put("amount", line.amount)
                .put("quantity", line.quantity)
                .put("inclusive", line.inclusive)
                .put("taxCode", line.taxCode)));
        return new JsonObject()
                .put("currency", currency)
                .put("lines", encoded)
                .put(
                        "address",
                        new JsonObject()
                                .put("line1", address.line1)
                                .put("line2", address.line2)
                                .put("city", address.city)
                                .put("state", address.state)
                                .put("postalCode", address.postalCode)
                                .put("country", address.country)
                                .put("shipping", address.shipping));
    }

    static TaxableOrder of(JsonObject json) {
        JsonObject address = json.getJsonObject("address");
        return new TaxableOrder(
                json.getString("currency"),
                json.getJsonArray("lines").stream()
                        .map(JsonObject.class::cast)
                        .map(line -> new Line(
                                line.getLong("amount"),
                                line.getInteger("quantity"),
                                line.getBoolean("inclusive"),
                                line.getString("taxCode")))
                        .toList(),
                new Address(
                        address.getString("line1"),
                        address.getString("line2"),
                        address.getString("city"),
                        address.getString("state"),
                        address.getString("postalCode"),
                        address.getString("country"),
                        address.getBoolean("shipping")));
    }
}
