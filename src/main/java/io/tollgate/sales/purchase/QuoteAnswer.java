package io.tollgate.sales.purchase;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Step;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.payment.Charges;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renders a quote: the total, each line with its share of every pricing step, and the steps. */
final class QuoteAnswer {
    /** One line, with its share of each discount, fee and tax. */
    private static final List<Field> LINE = List.of(
            oneOf("type", "product", "orderBump", "setupFee", "variantOption", "ticket", "ticketFee")
                    .doc("What the line is for.")
                    .always(),
            text("reference").doc("Id of the ticket type, price or option; of an order bump, its product."),
            text("name").doc("Name of what is sold.").always(),
            integer("quantity").doc("Quantity of the line.").always(),
            money("unitPrice").doc("Price of one, before discounts.").always(),
            money("amount").doc("`quantity` times `unitPrice`.").always(),
            money("bulkDiscountAmount").doc("Bulk discount of the line.").always(),
            money("couponDiscountAmount")
                    .doc("Discount of the coupon on the line.")
                    .always(),
            money("complimentaryDiscountAmount")
                    .doc("Amount of the line that is given away.")
                    .always(),
            money("feeAmount")
                    .doc("The line's share of the fees and of a rounding.")
                    .always(),
            money("taxAmount").doc("The line's share of the tax.").always(),
            money("total")
                    .doc("Amount to pay for the line, with its fees and tax.")
                    .always());

    static final Resource RESOURCE = Resource.at("/v1/quotes")
            .noun("Quote")
            .fields(
                    CommonFields.CURRENCY.always(),
                    money("amount")
                            .doc("Total amount to pay: after discounts, with fees and tax.")
                            .always(),
                    money("subtotal")
                            .doc("Sum of the lines, before discounts, fees and tax.")
                            .always(),
                    money("bulkDiscount").doc("Sum of all bulk discounts.").always(),
                    money("couponDiscount").doc("Discount of the coupon.").always(),
                    money("complimentaryDiscount")
                            .doc("Amount that is given away.")
                            .always(),
                    Charges.FEES,
                    TaxRates.SOURCE,
                    bool("taxIncluded")
                            .doc("Whether prices include the tax. If `false`, the tax was added to them.")
                            .always(),
                    money("taxAmount").doc("Tax of the order.").always(),
                    money("amountExcludingTax").doc("Total amount without tax.").always(),
                    list("lines", LINE)
                            .doc("Lines of the order, each with its share of every discount, fee and tax. The lines "
                                    + "sum to the whole."),
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
                                                    "rounding",
                                                    "total",
                                                    "tax_included")
                                            .doc("Kind of the step.")
                                            .always(),
                                    text("label")
                                            .doc("Description of the step.")
                                            .always(),
                                    integer("amount")
                                            .doc("Amount of the step; negative for a discount and for a rounding "
                                                    + "down. In the smallest unit of the currency.")
                                            .always())
                            .doc("Steps of the calculation. The steps before `total` sum to it; `tax_included` is tax "
                                    + "that the total contains."),
                    object(
                                    "recurring",
                                    oneOf("interval", "day", "week", "month", "year")
                                            .doc("Unit of the interval between two charges.")
                                            .always(),
                                    integer("intervalCount")
                                            .doc("Number of intervals between two charges.")
                                            .always(),
                                    integer("trialPeriodDays").doc("Days until the first charge. Null: no trial."),
                                    integer("planIterations")
                                            .doc("Number of payments after which a plan is complete. Null: no end."),
                                    money("amount").doc("Amount of a regular payment, without the coupon."),
                                    list(
                                                    "charges",
                                                    time("from")
                                                            .doc("Time of the first charge of this amount.")
                                                            .always(),
                                                    money("amount")
                                                            .doc("Amount of each charge.")
                                                            .always())
                                            .doc("Charges after the order, for an order that is paid now. Each amount "
                                                    + "applies until the next one."),
                                    time("lastChargeAt").doc("Time of the last payment of a plan. Null: no end."))
                            .doc("What is charged after the order, and how often. Null if the price is charged once. "
                                    + "Without `amount` and `charges` if the processor calculates the tax."))
            .build();

    private QuoteAnswer() {}

    static ApiResponse of(String currency, QuoteInquiry.CartPrice price, OrderTax tax) {
        Quote quote = price.quote();
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
                        tax.calculation() != null
                                ? "processor_tax"
                                : quote.taxes().isEmpty() ? null : "fixed_tax_rate")
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
        if (price.recurrence() != null) {
            document.set("recurring", recurring(price.recurrence(), price.subscription()));
        }
        return ApiResponse.record(200, Buffer.buffer(Rendering.render(RESOURCE.fields(), document)));
    }

    private static ObjectNode recurring(Price.Recurrence recurrence, @Nullable SubscriptionCart subscription) {
        ObjectNode recurring = JsonNodeFactory.instance
                .objectNode()
                .put("interval", recurrence.interval().wire())
                .put("intervalCount", recurrence.intervalCount())
                .put("trialPeriodDays", recurrence.trialPeriodDays())
                .put("planIterations", recurrence.planIterations());
        if (subscription != null) {
            recurring.put("amount", subscription.regular().total());
            ArrayNode charges = recurring.putArray("charges");
            subscription
                    .later()
                    .forEach(later -> charges.addObject()
                            .put("from", Times.text(later.from()))
                            .put("amount", later.amount()));
            recurring.put("lastChargeAt", Times.textOrNull(subscription.lastPayment()));
        }
        return recurring;
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
                .put("feeAmount", part.fee() + part.rounding())
                .put("taxAmount", part.tax())
                .put("total", part.total());
    }
}
