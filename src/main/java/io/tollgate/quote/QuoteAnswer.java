package io.tollgate.quote;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.cart.OrderTax;
import io.tollgate.catalog.Price;
import io.tollgate.http.ApiResponse;
import io.tollgate.payment.Charges;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Step;
import io.tollgate.purchase.ChargeEncoder;
import io.tollgate.records.Rendering;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.taxrate.TaxRates;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renders a quote: the total, each line with its share of every pricing step, and the steps. */
final class QuoteAnswer {
    /** One line, with its share of each discount, fee and tax. */
    private static final List<Field> LINE = List.of(
            oneOf("type", "product", "orderBump", "setupFee", "variantOption", "ticket", "ticketFee")
                    .always(),
            text("reference"),
            text("name").always(),
            integer("quantity").always(),
            money("unitPrice").always(),
            money("amount").always(),
            money("bulkDiscountAmount").always(),
            money("couponDiscountAmount").always(),
            money("complimentaryDiscountAmount").always(),
            money("feeAmount").always(),
            money("taxAmount").always(),
            money("total").always());

    static final Resource RESOURCE = Resource.at("/v1/quotes")
            .noun("Quote")
            .fields(
                    text("currency").always(),
                    money("amount").always(),
                    money("subtotal").always(),
                    money("bulkDiscount").always(),
                    money("couponDiscount").always(),
                    money("complimentaryDiscount").always(),
                    Charges.FEES,
                    TaxRates.SOURCE,
                    bool("taxIncluded").always(),
                    money("taxAmount").always(),
                    money("amountExcludingTax").always(),
                    list("lines", LINE),
                    list(
                            "steps",
                            oneOf(
                                            "type",
                                            "line",
                                            "bulk_discount",
                                            "coupon",
                                            "complimentary",
                                            "fee",
                                            "tax",
                                            "total",
                                            "tax_included")
                                    .always(),
                            text("label").always(),
                            integer("amount").always()),
                    object(
                            "recurring",
                            oneOf("interval", "day", "week", "month", "year").always(),
                            integer("intervalCount").always(),
                            integer("trialPeriodDays"),
                            integer("planIterations")))
            .build();

    private QuoteAnswer() {}

    /** @param recurrence the recurrence of the price; null if it is charged once */
    static ApiResponse of(String currency, Quote quote, OrderTax tax, Price.@Nullable Recurrence recurrence) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("currency", currency)
                .put("amount", quote.total())
                .put("subtotal", quote.subtotal())
                .put("bulkDiscount", quote.bulkDiscount())
                .put("couponDiscount", quote.couponDiscount())
                .put("complimentaryDiscount", quote.complimentaryDiscount())
                .put(
                        "taxSource",
                        tax.byProcessor() ? "processor_tax" : quote.taxes().isEmpty() ? null : "fixed_tax_rate")
                .put("taxIncluded", quote.taxInclusive())
                .put("taxAmount", quote.taxAmount())
                .put("amountExcludingTax", quote.excludingTax());
        ChargeEncoder.putFees(document, quote);
        ArrayNode lines = document.putArray("lines");
        quote.parts().forEach(part -> lines.add(line(part)));
        ArrayNode steps = document.putArray("steps");
        for (Step step : quote.steps()) {
            steps.addObject()
                    .put("type", step.kind().name().toLowerCase(Locale.ROOT))
                    .put("label", step.label())
                    .put("amount", step.amount());
        }
        if (recurrence != null) {
            document.putObject("recurring")
                    .put("interval", recurrence.interval().wire())
                    .put("intervalCount", recurrence.intervalCount())
                    .put("trialPeriodDays", recurrence.trialPeriodDays())
                    .put("planIterations", recurrence.planIterations());
        }
        return ApiResponse.record(200, Buffer.buffer(Rendering.render(RESOURCE.fields(), document)));
    }

    private static ObjectNode line(Part part) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", part.line().kind().wire())
                .put("reference", part.line().reference())
                .put("name", part.line().name())
                .put("quantity", part.line().quantity())
                .put("unitPrice", part.line().unitPrice())
                .put("amount", part.amount())
                .put("bulkDiscountAmount", part.bulkDiscount())
                .put("couponDiscountAmount", part.couponDiscount())
                .put("complimentaryDiscountAmount", part.complimentaryDiscount())
                .put("feeAmount", part.fee())
                .put("taxAmount", part.tax())
                .put("total", part.total());
    }
}
