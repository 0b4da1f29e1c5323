package io.tollgate.ticket;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.Shape.CODE_LIKE;
import static io.tollgate.resource.Search.Shape.EIGHT_DIGITS;
import static io.tollgate.resource.Search.Shape.EMAIL_LIKE;
import static io.tollgate.resource.Search.Shape.SEVERAL_WORDS;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.resource.Search.equalTo;
import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;

import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;
import java.util.List;

/** Tickets: a booking has one for each attendee. */
public final class Tickets {
    private Tickets() {}

    private static final List<Field> CHECK_IN = List.of(
            oneOf("status", "UNCHECKEDIN", "CHECKEDIN").always(),
            oneOf("method", "QRSCAN", "MANUAL"),
            text("checkedInBy"),
            time("checkedInAt").always());

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
                    id("id").always(),
                    id("seller").doc("Older name of `sellerId`.").deprecated().always(),
                    id("sellerId").always(),
                    id("charge").doc("Older name of `bookingId`.").deprecated().always(),
                    id("bookingId")
                            .doc("The booking to which the ticket belongs.")
                            .always(),
                    text("orderId").always(),
                    id("page").doc("Older name of `pageId`.").deprecated().always(),
                    id("pageId").always(),
                    id("ticketType")
                            .doc("Older name of `ticketTypeId`.")
                            .deprecated()
                            .always(),
                    id("ticketTypeId").always(),
                    money("originalPrice").always(),
                    oneOf("pricing", "paid", "free", "pwyw").always(),
                    money("discountAmount").always(),
                    money("feeAmount").always(),
                    money("taxAmount").always(),
                    money("couponAmount")
                            .doc("This ticket's share of the coupon.")
                            .always(),
                    money("complimentaryAmount")
                            .doc("What a complimentary ticket would have cost, with its fee.")
                            .always(),
                    money("revenue")
                            .doc("The amount charged for the ticket: `originalPrice` minus discounts, plus the fee, "
                                    + "plus tax that is added to prices. Sums to the booking's `amount`.")
                            .example(2500)
                            .always(),
                    text("currency").always(),
                    id("customer")
                            .doc("Older name of `customerId`.")
                            .deprecated()
                            .always(),
                    id("customerId").always(),
                    text("ticketShortId")
                            .doc("Short name of the ticket, for people.")
                            .example("A7B2C3D4")
                            .always(),
                    text("checkInCode")
                            .doc("What the QR code of the ticket holds.")
                            .always(),
                    oneOf("status", "PAID", "CANCELED").always(),
                    list("checkIns", CHECK_IN),
                    object("latestCheckIn", CHECK_IN),
                    text("customerName"),
                    text("attendeeName"),
                    text("customerEmail").always(),
                    text("attendeeEmail").always(),
                    bool("livemode").always(),
                    time("orderedAt").doc("When the booking was made.").always(),
                    time("canceledAt"),
                    list(
                            "metadata",
                            text("key").always(),
                            text("value").always(),
                            time("addedAt").always()),
                    time("createdAt").always(),
                    time("updatedAt").always())
            .counted("pageId", "ticketTypeId", "status")
            .countedAt("checkInStatus", "latestCheckIn.status", "UNCHECKEDIN")
            .indexed("bookingId", "orderId", "customerId")
            .columns("ticketShortId", "checkInCode")
            .createdBounds()
            .search(
                    contains(EMAIL_LIKE, "attendeeEmail"),
                    equalTo(EIGHT_DIGITS, "orderId"),
                    contains(CODE_LIKE, "ticketShortId", "orderId"),
                    contains(SEVERAL_WORDS, "attendeeName", "ticketShortId"),
                    contains(ANYTHING, "attendeeName", "attendeeEmail", "ticketShortId"))
            .build();
}
