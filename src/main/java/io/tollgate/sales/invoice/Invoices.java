package io.tollgate.sales.invoice;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.Shape.CODE_LIKE;
import static io.tollgate.platform.resource.Search.Shape.EMAIL_LIKE;
import static io.tollgate.platform.resource.Search.Shape.NAME_LIKE;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.accounts.customer.Contact;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.payment.BuyerFields;
import io.tollgate.sales.payment.Charges;
import java.util.List;

/** The invoice resource. Most charges have one invoice. */
public final class Invoices {
    private Invoices() {}

    private static final List<Field> MONEY = List.of(
            CommonFields.CURRENCY.always(),
            money("amount")
                    .doc("Total amount of the invoice: after discounts, with fees and tax.")
                    .always(),
            money("amountRefunded")
                    .doc("Sum of all refunds. 0 without a refund.")
                    .always(),
            BuyerFields.AMOUNT_USD,
            money("amountPaid")
                    .doc("Amount that was paid. A refund does not reduce it.")
                    .always(),
            money("amountDue")
                    .doc("Amount to be paid. Above 0 only while the invoice is `open` or `uncollectible`.")
                    .always(),
            money("amountExcludingTax").doc("Total amount without tax.").always(),
            money("taxAmount").doc("Tax of the invoice.").always(),
            TaxRates.BREAKDOWN,
            TaxRates.SOURCE,
            TaxRates.SNAPSHOTS);

    /** A line's amount is quantity times unit price, before any discount. */
    private static final Field LINES = list(
                    "lineItems",
                    oneOf("type", "product", "setupFee", "variantOption", "ticket", "ticketFee")
                            .doc("What the line is for.")
                            .always(),
                    text("name").doc("Name of what was sold.").always(),
                    integer("quantity").doc("Quantity of the line.").always(),
                    money("unitPrice").doc("Price of one, before discounts.").always(),
                    money("amount").doc("`quantity` times `unitPrice`.").always(),
                    money("bulkDiscountAmount")
                            .doc("Bulk discount of the line. 0 if it has none.")
                            .always(),
                    money("couponDiscountAmount")
                            .doc("Discount of the coupon on the line. 0 if it has none.")
                            .always(),
                    text("couponCode").doc("Code of the coupon that reduced the line. Null if none did."))
            .doc("Lines of the invoice. The line of a ticket fee follows that of its ticket.");

    private static final List<Field> PARTIES = List.of(
            text("poNumber")
                    .personal()
                    .doc("The buyer's purchase order number. Null if there is none.")
                    .example("PO-1042"),
            text("poNumberLabel").doc("Label of the field in which the buyer entered the purchase order number."),
            text("invoiceUuid").doc("UUID of the invoice."),
            text("invoiceNumber")
                    .doc("Year and number, without gaps for a seller, mode and year. Null for a draft.")
                    .example("2026-000010"),
            object(
                            "billing",
                            text("name").doc("Name of the company, or else of the buyer."),
                            text("email").doc("E-mail address for billing, or else that of the buyer."),
                            text("phone").doc("Phone number of the buyer."),
                            Contact.ADDRESS,
                            text("taxId").doc("Tax id of the buyer."),
                            text("taxIdType").doc("Type of the tax id, such as `eu_vat`."))
                    .doc("Whom the invoice is billed to.")
                    .personal(),
            object(
                            "sellerBilling",
                            text("name").doc("Name of the seller."),
                            text("email").doc("E-mail address of the seller."),
                            text("taxId").doc("Tax id of the seller."),
                            Contact.ADDRESS)
                    .doc("The seller who issued the invoice, as it was at the time.")
                    .personal(),
            BuyerFields.NAME,
            BuyerFields.EMAIL,
            text("productTitle").doc("Title of the page at the time: of the product or the event."),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    /**
     * The resource. Each read signs a new link to the document, so the stored record ends with an empty
     * {@code invoiceUrl}. A draft has no document and no such field.
     */
    public static final Resource RESOURCE = Resource.at("/v1/invoices")
            .noun("Invoice")
            .table("invoice")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID,
                    CommonFields.SELLER_ID,
                    BuyerFields.CUSTOMER_ID.always(),
                    id("chargeId")
                            .doc("Id of the payment or booking that is invoiced.")
                            .always(),
                    oneOf("chargeType", "payment", "booking")
                            .doc("Whether `chargeId` is a payment or a booking.")
                            .always(),
                    CommonFields.LIVEMODE)
            .fields(MONEY)
            .fields(
                    oneOf("status", "draft", "open", "paid", "uncollectible", "refunded", "partially_refunded", "void")
                            .doc("State of the invoice. `draft`: not issued. `open`: to be paid. `void`: canceled."),
                    LINES,
                    money("subtotal")
                            .doc("Sum of the lines, before discounts and tax.")
                            .always(),
                    money("subtotalAfterDiscount")
                            .doc("Sum of the lines after all discounts, before tax.")
                            .example(2500)
                            .always(),
                    money("bulkDiscount").doc("Sum of all bulk discounts.").always(),
                    money("complimentaryDiscountAmount")
                            .doc("Amount of a complimentary order that the seller gave away. 0 for all other orders.")
                            .always(),
                    Charges.FEES,
                    Coupons.APPLIED)
            .fields(PARTIES)
            .fields(text("invoiceUrl")
                    .doc("Signed link to the PDF, valid for one hour. Absent from drafts.")
                    .example("https://pay.example.com/documents/invoices/65b9a6e1c4a9e0b7f2000001/live/"
                            + "65b9a6e1c4a9e0b7f2000002.pdf?expires=1769853600&signature=x")
                    .orAbsent())
            .counted("status")
            .indexed("customerId", "chargeId", "poNumber")
            .columns("invoiceNumber")
            .createdBounds()
            .search(
                    contains(EMAIL_LIKE, "customerEmail"),
                    contains(CODE_LIKE, "invoiceNumber"),
                    contains(NAME_LIKE, "customerName", "productTitle"),
                    contains(ANYTHING, "customerName", "customerEmail", "productTitle"))
            .reports(
                    "invoice",
                    Reports.created("invoice.created", "an invoice is issued."),
                    Reports.updated("invoice.updated", "an invoice changes in any way."))
            .build();
}
