package io.tollgate.catalog.taxrate;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.View.CREATE;
import static io.tollgate.platform.schema.View.READ;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;

/** The tax rate resource, and the tax fields of purchase records. */
public final class TaxRates {
    private static final int NAME_MAX = 50;

    static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            CommonFields.SELLER_ID,
            text("processorId").doc("Id of the tax rate at the payment processor."),
            text("displayName", NAME_MAX)
                    .doc("Name of the tax, such as \"VAT\", shown to buyers.")
                    .always()
                    .writable()
                    .needed(),
            bool("default")
                    .doc("Whether pages with the tax mode `fixed` that name no rate get this one.")
                    .always()
                    .writable(),
            bool("active")
                    .doc("Whether the rate can be used. Deleting a rate sets `false`.")
                    .always(),
            bool("inclusive")
                    .doc("Whether prices include the tax. If `false`, the tax is added to them.")
                    .always()
                    .needed()
                    .in(READ, CREATE),
            number("percentage", 0, 100)
                    .doc("Tax rate in percent: 19 means 19 %.")
                    .always()
                    .needed()
                    .in(READ, CREATE),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/tax-rates")
            .noun("Tax rate")
            .idName("taxRateId")
            .table("tax_rate")
            .fields(SCHEMA.read())
            .build();

    /** Returns whether lists contain the rate. A deleted rate stays stored for the purchases that it taxed. */
    public static boolean isListed(ObjectNode rate) {
        return rate.path("active").asBoolean();
    }

    /** Copies of the rates at the time of a purchase. Later changes do not affect them. */
    public static final Field SNAPSHOTS = list(
                    "taxRates",
                    id("taxRate").doc("Id of the tax rate."),
                    text("processorId").doc("Id of the tax rate at the payment processor."),
                    text("displayName").doc("Name of the tax.").always(),
                    bool("default")
                            .doc("Whether the rate was the seller's default.")
                            .always(),
                    bool("active").doc("Whether the rate could be used.").always(),
                    bool("inclusive").doc("Whether prices include the tax.").always(),
                    number("percentage")
                            .doc("Tax rate in percent: 19 means 19 %.")
                            .always(),
                    CommonFields.CREATED_AT,
                    CommonFields.UPDATED_AT)
            .doc("The seller's tax rates that applied, as they were at the time. Empty if none did.");

    public static final Field SOURCE = oneOf("taxSource", "fixed_tax_rate", "processor_tax")
            .doc("Source of the tax: a rate of the seller (`fixed_tax_rate`) or the calculation of the payment "
                    + "processor (`processor_tax`). Null without tax.");

    /** The tax by rate. {@code percentageDecimal} is a fraction: 0.2 is 20 %. */
    public static final Field BREAKDOWN = list(
                    "taxBreakdown",
                    text("taxType").doc("Type of the tax, such as `vat`. Null for a rate of the seller."),
                    text("taxabilityReason")
                            .doc("Why the tax is what it is, such as `standard_rated` or `zero_rated`."),
                    money("taxableAmount").doc("Amount that is taxed, without the tax."),
                    money("taxAmount").doc("Amount of the tax."),
                    object(
                                    "taxRateDetails",
                                    text("country")
                                            .doc("ISO 3166-1 code of the country that levies the tax, two upper-case "
                                                    + "letters. Null for a rate of the seller."),
                                    number("percentageDecimal").doc("Tax rate as a fraction: 0.19 means 19 %."),
                                    text("state")
                                            .doc("State or region that levies the tax. Null for a rate of the seller."),
                                    text("taxType")
                                            .doc("Type of the tax, such as `vat`. Null for a rate of the seller."))
                            .doc("The rate that applied."))
            .doc("The tax by rate.");

    private TaxRates() {}
}
