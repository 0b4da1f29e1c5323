package io.tollgate.sales.ticket;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.Shape.CODE_LIKE;
import static io.tollgate.platform.resource.Search.Shape.EIGHT_DIGITS;
import static io.tollgate.platform.resource.Search.Shape.EMAIL_LIKE;
import static io.tollgate.platform.resource.Search.Shape.NAME_LIKE;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.resource.Search.equalTo;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;

import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.payment.BuyerFields;
import java.util.List;

/** Tickets: a booking has one for each attendee. */
public final class Tickets {
    private Tickets() {}

    private static final List<Field> CHECK_IN = List.of(
            oneOf("status", "UNCHECKEDIN", "CHECKEDIN")
                    .doc("`CHECKEDIN`: admitted. `UNCHECKEDIN`: checked out again.")
                    .always(),
            oneOf("method", "QRSCAN", "MANUAL")
                    .doc("Whether the code of the ticket was scanned (`QRSCAN`) or the ticket was chosen by hand "
                            + "(`MANUAL`)."),
            text("checkedInBy").doc("Id of the API key, or of the member, that checked the ticket in or out."),
            time("checkedInAt").doc("Time of the check-in or check-out.").always());

    /**
     * Several fields stand twice, under an older name that the interface keeps: seller, charge,
     * page, ticketType, customer, customerName and customerEmail.
     */
    public static final Resource RESOURCE = Resource.at("/v1/tickets")
            .noun("Ticket")
            .idName("ticketId")
            .table("ticket")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(
                    CommonFields.ID.always(),
                    id("seller").doc("Deprecated: use `sellerId`.").deprecated().always(),
                    CommonFields.SELLER_ID.always(),
                    id("charge")
                            .doc("Deprecated: use `bookingId`.")
                            .deprecated()
                            .always(),
                    id("bookingId")
                            .doc("Id of the booking to which the ticket belongs.")
                            .always(),
                    text("orderId")
                            .doc("Order number of eight digits, which all tickets of a booking share. Unique for a "
                                    + "seller and mode.")
                            .always(),
                    id("page").doc("Deprecated: use `pageId`.").deprecated().always(),
                    id("pageId").doc("Id of the event.").always(),
                    id("ticketType")
                            .doc("Deprecated: use `ticketTypeId`.")
                            .deprecated()
                            .always(),
                    id("ticketTypeId").doc("Id of the ticket type.").always(),
                    money("originalPrice")
                            .doc("Price of the ticket, before any discount.")
                            .always(),
                    oneOf("pricing", "paid", "free", "pwyw")
                            .doc("`paid`: at the price of the ticket type. `free`: without a price. `pwyw`: at a "
                                    + "price that the buyer chose.")
                            .always(),
                    money("discountAmount")
                            .doc("The ticket's share of bulk discounts.")
                            .always(),
                    money("feeAmount")
                            .doc("Fee of the ticket, in addition to its price.")
                            .always(),
                    money("taxAmount")
                            .doc("The ticket's share of the booking's tax. `revenue` contains it; if prices include "
                                    + "tax, so do `originalPrice` and `feeAmount`.")
                            .always(),
                    money("couponAmount")
                            .doc("The ticket's share of the coupon's discount.")
                            .always(),
                    money("complimentaryAmount")
                            .doc("Price of a complimentary ticket, with its fee. 0 for all other tickets.")
                            .always(),
                    money("revenue")
                            .doc("Amount charged for the ticket: `originalPrice` minus discounts, plus the fee, plus "
                                    + "tax that is added to prices. The tickets of a booking sum to its `amount`.")
                            .example(2500)
                            .always(),
                    CommonFields.CURRENCY.always(),
                    id("customer")
                            .doc("Deprecated: use `customerId`.")
                            .deprecated()
                            .always(),
                    BuyerFields.CUSTOMER_ID.always(),
                    text("ticketShortId")
                            .doc("Short name of the ticket for people, unique for a seller.")
                            .example("A7B2C3D4")
                            .always(),
                    text("checkInCode")
                            .doc("Secret that the QR code of the ticket contains.")
                            .always(),
                    oneOf("status", "PAID", "CANCELED")
                            .doc("`PAID`: admits the attendee. `CANCELED`: admits nobody.")
                            .always(),
                    list("checkIns", CHECK_IN).doc("Every check-in and check-out, oldest first."),
                    object("latestCheckIn", CHECK_IN)
                            .doc("The last check-in or check-out. Null if the attendee was never admitted."),
                    text("customerName")
                            .personal()
                            .doc("Deprecated: use `attendeeName`.")
                            .deprecated(),
                    text("attendeeName").personal().doc("Name of the attendee: of the buyer, unless it was changed."),
                    text("customerEmail")
                            .personal()
                            .doc("Deprecated: use `attendeeEmail`.")
                            .deprecated()
                            .always(),
                    text("attendeeEmail")
                            .personal()
                            .doc("E-mail address of the attendee: of the buyer, unless it was changed.")
                            .always(),
                    CommonFields.LIVEMODE.always(),
                    time("orderedAt").doc("Time of the booking.").always(),
                    time("canceledAt").doc("Time at which the ticket was canceled. Null unless it is."),
                    list(
                                    "metadata",
                                    text("key")
                                            .doc("Key of the entry, unique in the ticket.")
                                            .always(),
                                    text("value")
                                            .personal()
                                            .doc("Value of the entry.")
                                            .always(),
                                    time("addedAt")
                                            .doc("Time at which the value was set.")
                                            .always())
                            .doc("Entries that the seller's programs keep with the ticket."),
                    CommonFields.CREATED_AT.always(),
                    CommonFields.UPDATED_AT.always())
            .ofPage("pageId")
            .counted("pageId", "ticketTypeId", "status")
            .countedAt("checkInStatus", "latestCheckIn.status", "UNCHECKEDIN")
            .indexed("bookingId", "orderId", "customerId")
            .columns("ticketShortId", "checkInCode")
            .createdBounds()
            .search(
                    contains(EMAIL_LIKE, "attendeeEmail"),
                    equalTo(EIGHT_DIGITS, "orderId"),
                    contains(CODE_LIKE, "ticketShortId", "orderId"),
                    contains(NAME_LIKE, "attendeeName", "ticketShortId"),
                    contains(ANYTHING, "attendeeName", "attendeeEmail", "ticketShortId"))
            .reports(
                    "ticket",
                    Reports.created("ticket.created", "a ticket is issued."),
                    Reports.updated("ticket.updated", "a ticket changes in any way."),
                    Reports.becomes("status", "CANCELED", "ticket.canceled", "a ticket is canceled."),
                    Reports.appended(
                            "checkIns", "status", "CHECKEDIN", "ticket.checked_in", "an attendee is admitted."),
                    Reports.appended(
                            "checkIns", "status", "UNCHECKEDIN", "ticket.checked_out", "an attendee is checked out."))
            .build();
}
