package io.tollgate.catalog.product;

import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;

import io.tollgate.platform.schema.Field;
import java.util.List;

/** The bulk discount in purchase records. */
public final class Discounts {
    private Discounts() {}

    public static final List<Field> BULK = List.of(
            integer("minQuantity").doc("Least quantity for the discount."),
            integer("maxQuantity").doc("Greatest quantity for the discount. Null: no maximum."),
            number("percentOff").doc("Discount in percent: 10 means 10 %. Null for a fixed amount."),
            money("amountOff").doc("Fixed amount of the discount. Null for a percentage."),
            money("amount").doc("Amount that the discount took off."));
}
