package io.tollgate.booking;

import static io.tollgate.resource.Search.Shape.ANYTHING;
import static io.tollgate.resource.Search.contains;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.money;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.text;

import io.tollgate.payment.Charges;
import io.tollgate.product.Discounts;
import io.tollgate.resource.Resource;
import io.tollgate.schema.Field;

/** Bookings: orders of an event, with their ticket lines. */
public final class Bookings {
    private Bookings() {}

    /** One line for each ticket type booked; {@code price} is of one ticket after the bulk discount. */
    private static final Field TICKETS = list(
            "tickets",
            text("name").always(),
            id("ticketTypeId").always(),
            integer("capacity"),
            text("reference"),
            id("ticketGroupId").always(),
            text("ticketGroupName").always(),
            integer("ticketGroupCapacity"),
            text("ticketGroupReference"),
            integer("quantity").always(),
            money("price").always(),
            money("originalPrice").always(),
            oneOf("pricing", "paid", "free", "pwyw").always(),
            object(
                    "fee",
                    text("name").always(),
                    money("amount").always(),
                    money("totalAmount").always(),
                    oneOf("display", "included", "separate").always()),
            object("discount", Discounts.BULK));

    public static final Resource RESOURCE = Resource.at("/v1/bookings")
            .noun("Booking")
            .idName("bookingId")
            .table("booking")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(Charges.FIELDS)
            .fields(
                    text("eventTitle").example("Spring concert").always(),
                    TICKETS,
                    money("ticketFeesAmount")
                            .doc("Fees of all tickets together.")
                            .always())
            .counted("status", "orderStatus", "pageId", "abandonmentStatus", "isComplimentary")
            .countedAt("couponCode", "coupon.code", null)
            .indexed("customerId", "orderId")
            .columns("amount", "amountPaid", "amountRefunded")
            .createdBounds()
            .search(contains(ANYTHING, "customerEmail", "customerName", "eventTitle", "orderId"))
            .build();
}
