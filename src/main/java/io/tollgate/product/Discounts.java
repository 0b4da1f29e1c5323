package io.tollgate.product;

import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.number;

import io.tollgate.schema.Field;
import java.util.List;

/** The bulk discount that a purchase was given. */
public final class Discounts {
    private Discounts() {}

    public static final List<Field> BULK = List.of(
            integer("minQuantity"), integer("maxQuantity"), number("percentOff"), money("amountOff"), money("amount"));
}
