package io.tollgate.product;

import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.money;
import static io.tollgate.resource.Field.number;

import io.tollgate.resource.Field;
import java.util.List;

/** The bulk discount that a purchase was given. */
public final class Discounts {
    private Discounts() {}

    public static final List<Field> BULK = List.of(
            integer("minQuantity"), integer("maxQuantity"), number("percentOff"), money("amountOff"), money("amount"));
}
