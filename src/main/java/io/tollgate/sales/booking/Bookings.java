package io.tollgate.sales.booking;

import static io.tollgate.platform.resource.Search.Shape.ANYTHING;
import static io.tollgate.platform.resource.Search.contains;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.money;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;

import io.tollgate.catalog.product.Discounts;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.sales.payment.Charges;

/** Defines bookings: orders for tickets of one event, with a line for each ticket type. */
public final class Bookings {
    private Bookings() {}

    /** One line for each booked ticket type. {@code price} is the price of one ticket after the bulk discount. */
    private static final Field TICKETS = list(
                    "tickets",
                    text("name").doc("Name of the ticket type.").always(),
                    id("ticketTypeId").doc("Id of the ticket type.").always(),
                    integer("capacity").doc("Capacity of the ticket type at the time. Null: no limit."),
                    text("reference").doc("Name of the ticket type for programs."),
                    id("ticketGroupId").doc("Id of the ticket group.").always(),
                    text("ticketGroupName").doc("Name of the ticket group.").always(),
                    integer("ticketGroupCapacity").doc("Capacity of the ticket group at the time. Null: no limit."),
                    text("ticketGroupReference").doc("Name of the ticket group for programs."),
                    integer("quantity").doc("Number of tickets.").always(),
                    money("price")
                            .doc("Price of one ticket, after the bulk discount.")
                            .always(),
                    money("originalPrice")
                            .doc("Price of one ticket, before any discount.")
                            .always(),
                    oneOf("pricing", "paid", "free", "pwyw")
                            .doc("`paid`: at the price of the ticket type. `free`: without a price. `pwyw`: at a "
                                    + "price that the buyer chose.")
                            .always(),
                    object(
                                    "fee",
                                    text("name").doc("Name of the fee.").always(),
                                    money("amount").doc("Fee of one ticket.").always(),
                                    money("totalAmount")
                                            .doc("Fee of all tickets of the line.")
                                            .always(),
                                    oneOf("display", "included", "separate")
                                            .doc("Whether the page showed the fee in the price (`included`) or next "
                                                    + "to it (`separate`).")
                                            .always())
                            .doc("Fee of the tickets. Null if there is none."),
                    object("discount", Discounts.BULK).doc("Bulk discount of the line. Null if it has none."))
            .doc("One line for each ticket type that was booked.");

    public static final Resource RESOURCE = Resource.at("/v1/bookings")
            .noun("Booking")
            .idName("bookingId")
            .table("booking")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(Charges.FIELDS)
            .fields(
                    text("eventTitle")
                            .doc("Title of the event at the time.")
                            .example("Spring concert")
                            .always(),
                    TICKETS,
                    money("ticketFeesAmount")
                            .doc("Sum of the fees of all tickets.")
                            .always())
            .ofPage("pageId")
            .counted("status", "orderStatus", "pageId", "abandonmentStatus", "isComplimentary")
            .countedAt("couponCode", "coupon.code", null)
            .indexed("customerId", "orderId")
            .columns("amount", "amountPaid", "amountRefunded")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "eventTitle", "orderId"))
            .reports(Charges.reports(
                    "booking",
                    Reports.becomes("orderStatus", "canceled", "booking.canceled", "a booking is canceled.")))
            .measures(Charges.MEASURES)
            .build();
}
