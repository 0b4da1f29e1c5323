package io.tollgate.invoice;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.Shape.EMAIL_LIKE;
import static io.tollgate.resource.Search.Shape.SEVERAL_WORDS;
import static io.tollgate.resource.Search.Shape.WITH_CODE_CHARACTER;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.coupon.Coupons;
import io.tollgate.customer.Contact;
import io.tollgate.payment.Charges;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import io.tollgate.taxrate.TaxRates;
import java.util.List;

/** The invoice resource. Most charges have one invoice. */
public final class Invoices {
    private Invoices() {}

    private static final List<Field> MONEY = List.of(
            text("currency").always(),
            money("amount").always(),
            money("amountRefunded").always(),
            money("amountUsd"),
            money("amountPaid").always(),
            money("amountDue").always(),
            money("amountExcludingTax").always(),
            money("taxAmount").always(),
            TaxRates.BREAKDOWN,
            TaxRates.SOURCE,
            TaxRates.SNAPSHOTS);

    /** A line's amount is quantity times unit price, before any discount. */
    private static final Field LINES = list(
                    "lineItems",
                    oneOf("type", "product", "setupFee", "variantOption", "ticket", "ticketFee")
                            .always(),
                    text("name").always(),
                    integer("quantity").always(),
                    money("unitPrice").always(),
                    money("amount").always(),
                    money("bulkDiscountAmount").always(),
                    money("couponDiscountAmount").always(),
                    text("couponCode"))
            .doc("What is invoiced. A ticket fee follows its ticket.");

    private static final List<Field> PARTIES = List.of(
            text("poNumber").doc("The buyer's purchase order number.").example("PO-1042"),
            text("poNumberLabel"),
            text("invoiceUuid"),
            text("invoiceNumber")
                    .doc("Year and number, without gaps for a seller and mode.")
                    .example("2026-000010"),
            object(
                    "billing",
                    text("name"),
                    text("email"),
                    text("phone"),
                    Contact.ADDRESS,
                    text("taxId"),
                    text("taxIdType")),
            object("sellerBilling", text("name"), text("email"), text("taxId"), Contact.ADDRESS),
            text("customerName"),
            text("customerEmail"),
            text("productTitle"),
            time("createdAt"),
            time("updatedAt"));

    /**
     * The resource. Each read signs a new link to the document, so the stored record ends with an empty
     * {@code invoiceUrl}. A draft has no document and no such field.
     */
    public static final Resource RESOURCE = Resource.at("/v1/invoices")
            .noun("Invoice")
            .table("invoice")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    id("id"),
                    id("sellerId"),
                    id("customerId").always(),
                    id("chargeId").always(),
                    oneOf("chargeType", "payment", "booking")
                            .doc("Which of the two it is.")
                            .always(),
                    bool("livemode"))
            .fields(MONEY)
            .fields(
                    oneOf("status", "draft", "open", "paid", "uncollectible", "refunded", "partially_refunded", "void"),
                    LINES,
                    money("subtotal").always(),
                    money("subtotalAfterDiscount")
                            .doc("Sum of the lines after all discounts, before tax.")
                            .example(2500)
                            .always(),
                    money("bulkDiscount").always(),
                    money("complimentaryDiscountAmount").always(),
                    Charges.FEES,
                    Coupons.APPLIED)
            .fields(PARTIES)
            .fields(text("invoiceUrl")
                    .doc("Link to the PDF, good for one hour. Absent from drafts.")
                    .example("https://pay.example.com/documents/invoices/65b9a6e1c4a9e0b7f2000001/live/"
                            + "65b9a6e1c4a9e0b7f2000002.pdf?expires=1769853600&signature=x")
                    .orAbsent())
            .counted("status")
            .indexed("customerId", "chargeId", "poNumber")
            .columns("invoiceNumber")
            .createdBounds()
            .search(
                    contains(EMAIL_LIKE, "customerEmail"),
                    contains(WITH_CODE_CHARACTER, "invoiceNumber"),
                    contains(SEVERAL_WORDS, "customerName", "productTitle"),
                    contains(ANYTHING, "customerName", "customerEmail", "productTitle"))
            .build();
}
