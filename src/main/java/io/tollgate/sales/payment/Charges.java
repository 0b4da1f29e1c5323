package io.tollgate.sales.payment;

import static io.tollgate.platform.schema.Field.any;
import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.number;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.texts;

import io.tollgate.accounts.customer.Contact;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.product.Discounts;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.resource.Measures;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields that payments and bookings share. Both are charges, and an invoice belongs to a charge. */
public final class Charges {
    private Charges() {}

    public static final Field METHOD = object(
                    "paymentMethod",
                    oneOf("gateway", "processor", "paypal", "manual")
                            .doc("Who collected the payment: the payment `processor`, `paypal`, or the seller "
                                    + "(`manual`)."),
                    text("method").doc("Payment method, such as `card`."),
                    text("wallet").doc("Wallet that provided the card, such as `apple_pay`. Null without a wallet."),
                    text("mode").doc("Whether the buyer used an `express` button. Null if the method has none."),
                    text("brand").doc("Brand of the card, such as `visa`. Null if it is not a card."),
                    text("last4")
                            .personal()
                            .doc("Last four digits of the card or account.")
                            .example("4242"),
                    text("country")
                            .doc("ISO 3166-1 code of the country of the card or account, two upper-case letters."),
                    integer("exp_month")
                            .doc("The same as `expMonth`. Code generators that convert names to camel case must "
                                    + "rename one of the two."),
                    integer("exp_year").doc("The same as `expYear`."),
                    integer("expMonth").doc("Month in which the card expires, from 1 to 12."),
                    integer("expYear").doc("Year in which the card expires."),
                    text("funding").doc("Funding of the card, such as `credit` or `debit`."))
            .doc("How the purchase was paid. Null if it was not.");

    /** The buyer's answers to the fields of the page. */
    public static final Field ANSWERS = list(
                    "fields",
                    id("fieldId").doc("Id of the field.").always(),
                    text("label").doc("Label of the field at the time.").always(),
                    text("value").personal().doc("The answer as text. Null without an answer."),
                    texts("values").personal().doc("For a `multi-select`: labels of the chosen options."),
                    text("element").doc("Input that the buyer saw, such as a line of text or a choice."),
                    text("type").doc("Meaning of the answer, such as `email`. Empty: text without a special meaning."),
                    any("meta")
                            .personal()
                            .doc("Details of the answer: the parts of addresses, the type of a tax id, or the "
                                    + "`files` of a `file` field, each with `id`, `name`, `size` and `type`. Null if "
                                    + "there are none."),
                    text("reference").doc("Name of the field for programs, such as `customer_email`."))
            .doc("Answers to the fields of the page.");

    public static final Field FEES = list(
                    "fees",
                    text("name").doc("Name of the fee.").always(),
                    money("amount").doc("Amount of the fee.").always(),
                    number("percentage")
                            .doc("Percentage from which the amount was calculated: 3 means 3 %. Null for a fixed "
                                    + "amount."))
            .doc("Fees that the page added to the order. The entry `Rounding`, if any, is what rounding to an amount "
                    + "that the currency can charge adds; negative if it takes something off.");

    /** All fields of a charge, in the order of the interface. */
    public static final List<Field> FIELDS = List.of(
            CommonFields.ID,
            oneOf(
                            "status",
                            "created",
                            "pending",
                            "unpaid",
                            "partially_paid",
                            "paid",
                            "canceled",
                            "failed",
                            "partial_refund",
                            "refunded",
                            "draft",
                            "draft_expired")
                    .doc("State of the payment of the order. `created`: nothing done yet. `draft`: checkout in "
                            + "progress; `draft_expired`: left. `pending`: being processed. `unpaid`, "
                            + "`partially_paid`: to be paid outside of the processor. `partial_refund`, `refunded`: "
                            + "refunded in part or in full. An order with nothing to pay is `paid`."),
            BuyerFields.ORDER_ID.always(),
            oneOf("orderStatus", "archived", "active", "canceled")
                    .doc("State of the order, independent of its payment.")
                    .example("active")
                    .always(),
            BuyerFields.EMAIL,
            BuyerFields.NAME,
            BuyerFields.CUSTOMER_ID,
            CommonFields.SELLER_ID,
            id("pageId").doc("Id of the page on which the buyer bought.").always(),
            BuyerFields.PAGE_SLUG.always(),
            BuyerFields.CLIENT_IP,
            CommonFields.CURRENCY.always(),
            money("amount")
                    .doc("Total amount of the order: after discounts, with fees and tax.")
                    .always(),
            money("amountPaid")
                    .doc("Amount that was paid. A refund does not reduce it.")
                    .always(),
            money("amountDue").doc("Amount that is still to be paid.").always(),
            money("amountRefunded")
                    .doc("Sum of all refunds. 0 without a refund.")
                    .always(),
            BuyerFields.AMOUNT_USD,
            money("amountExcludingTax").doc("Total amount without tax.").always(),
            money("taxAmount").doc("Tax of the order.").always(),
            TaxRates.BREAKDOWN,
            TaxRates.SOURCE,
            TaxRates.SNAPSHOTS,
            text("processorTaxCalculationId").doc("Id of the tax calculation at the payment processor."),
            text("processorTaxTransactionId").doc("Id of the tax transaction at the payment processor."),
            BuyerFields.DYNAMIC_PRICE,
            FEES,
            Contact.BILLING,
            Contact.SHIPPING,
            ANSWERS,
            Coupons.APPLIED,
            object("discount", Discounts.BULK).doc("Bulk discount of the order. Null if it has none."),
            CommonFields.LIVEMODE,
            BuyerFields.PAYMENT_ERROR,
            METHOD,
            object(
                            "paymentOption",
                            oneOf("type", "full", "partial", "manual")
                                    .doc("How much was to be paid at once: all (`full`), a part (`partial`), or "
                                            + "nothing (`manual`)."),
                            text("name").doc("Name of the option."),
                            text("description").doc("Description of the option."),
                            text("instructions").doc("Instructions that the buyer received."),
                            money("partialAmount").doc("For the type `partial`: amount that was to be paid at once."),
                            oneOf("manualType", "invoice", "cash_on_delivery")
                                    .doc("For the type `manual`: how the buyer pays."))
                    .doc("Payment option that the buyer chose. Null if there was no choice."),
            BuyerFields.LOCALE,
            BuyerFields.SESSION_ID,
            BuyerFields.USER_AGENT,
            BuyerFields.SCREEN_WIDTH,
            BuyerFields.VISIT_ID,
            BuyerFields.QUERY_PARAMETERS,
            BuyerFields.PAYMENT_INTENT,
            text("processorChargeId").doc("Id of the charge at the payment processor."),
            BuyerFields.UPSELL.always(),
            BuyerFields.UPSELL_PAGE,
            bool("isComplimentary")
                    .doc("Whether the seller gave the order away.")
                    .always(),
            money("complimentaryDiscountAmount")
                    .doc("Price of a complimentary order before discounts, without the fees of tickets. 0 for all "
                            + "other orders."),
            BuyerFields.UPSELL_CHARGE,
            BuyerFields.UPSELL_SUBSCRIPTION,
            id("invoiceId").doc("Id of the invoice. Null if there is none."),
            texts("transactionIds").doc("Ids of the payment transactions."),
            BuyerFields.REFUNDED_AT,
            BuyerFields.REFUND_REASON,
            BuyerFields.REFUND_NOTE,
            text("canceledAt").doc("Time of the cancellation, in ISO 8601. Null if the order is not canceled."),
            text("canceledBy").doc("Id of the user who canceled the order."),
            text("canceledReason").personal().doc("Why the order was canceled."),
            BuyerFields.IS_ABANDONED.always(),
            BuyerFields.RECOVERED_AT,
            BuyerFields.ABANDONMENT,
            BuyerFields.reminder(Map.of()),
            BuyerFields.REMINDED_AT,
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    /** What a payment or booking adds to reports. An order counts once it is paid, or is to be paid outside. */
    public static final Measures MEASURES = new Measures(
            Measures.amount("paid", "amountPaid"),
            Measures.count("checkouts"),
            Measures.countIf(
                    "orders", "status", Set.of("unpaid", "partially_paid", "paid", "partial_refund", "refunded")));

    /**
     * Returns the events of payments or bookings.
     *
     * @param name of one, which begins the types of its events
     * @param more events that only these have
     */
    public static Reports reports(String name, Reports.Rule... more) {
        List<Reports.Rule> rules = new ArrayList<>(List.of(
                Reports.created(name + ".created", "a " + name + " is recorded, also the draft of a checkout."),
                Reports.updated(name + ".updated", "a " + name + " changes in any way."),
                Reports.becomes(
                        "status", "paid", name + ".paid", "a " + name + " is paid in full, or has nothing to pay."),
                Reports.becomesTrue("isAbandoned", name + ".abandoned", "a buyer has left the checkout."),
                Reports.grows(
                        "amountRefunded", name + ".refunded", "a part of a " + name + " or all of it is refunded.")));
        rules.addAll(List.of(more));
        return new Reports(name, rules);
    }
}
