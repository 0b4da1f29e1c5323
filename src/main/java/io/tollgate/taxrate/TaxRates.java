package io.tollgate.taxrate;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.number;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;
import static io.tollgate.schema.View.CREATE;
import static io.tollgate.schema.View.READ;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;

/** Tax rates of the seller, and the taxes that records of purchases carry. */
public final class TaxRates {
    private static final int NAME_MAX = 50;

    static final Schema SCHEMA = Schema.of(
            id("id"),
            id("sellerId"),
            text("processorId"),
            text("displayName", NAME_MAX).always().writable().needed(),
            bool("default").always().writable(),
            bool("active").always(),
            bool("inclusive").always().needed().in(READ, CREATE),
            number("percentage", 0, 100).always().needed().in(READ, CREATE),
            time("createdAt"),
            time("updatedAt"));

    public static final Resource RESOURCE = Resource.at("/v1/tax-rates")
            .noun("Tax rate")
            .idName("taxRateId")
            .table("tax_rate")
            .fields(SCHEMA.read())
            .build();

    /** Whether the rate is in the list: a deleted rate is kept for the purchases that it taxed. */
    public static boolean isListed(ObjectNode rate) {
        return rate.path("active").asBoolean();
    }

    /** Rates as they were when the purchase was made: later changes do not reach them. */
    public static final Field SNAPSHOTS = list(
                    "taxRates",
                    id("taxRate"),
                    text("processorId"),
                    text("displayName").always(),
                    bool("default").always(),
                    bool("active").always(),
                    bool("inclusive").always(),
                    number("percentage").always(),
                    time("createdAt"),
                    time("updatedAt"))
            .doc("The seller's rates that applied, as they were then.");

    public static final Field SOURCE = oneOf("taxSource", "fixed_tax_rate", "processor_tax")
            .doc("Where the tax comes from: rates of the seller, or the processor's own calculation.");

    /** The tax of an amount by rate; {@code percentageDecimal} is a fraction: 0.2 is 20 %. */
    public static final Field BREAKDOWN = list(
            "taxBreakdown",
            text("taxType"),
            text("taxabilityReason"),
            money("taxableAmount"),
            money("taxAmount"),
            object("taxRateDetails", text("country"), number("percentageDecimal"), text("state"), text("taxType")));

    private TaxRates() {}
}
