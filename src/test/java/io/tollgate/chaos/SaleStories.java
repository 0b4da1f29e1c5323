package io.tollgate.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Sales with payments, check-ins, changes and refunds by a client that repeats requests until they succeed. */
final class SaleStories {
    private static final int PATIENCE_SECONDS = 180;
    private static final int PAUSE_MILLIS = 100;

    private final TestApi api;
    private final Shop shop;
    private final AtomicInteger numbers = new AtomicInteger();

    SaleStories(TestApi api, Shop shop) {
        this.api = api;
        this.shop = shop;
    }

    /** Sells a ticket, and does to the booking, the ticket and the customer what sellers do. */
    void play() {
        int number = numbers.incrementAndGet();
        JsonNode booking =
                write("POST", "/v1/bookings", "book" + number, shop.booking("guest" + number + "@a.example"));
        String path = "/v1/bookings/" + booking.get("id").textValue();
        write("POST", path + "/record-payment", "pay" + number, "{\"method\": \"cash\"}");
        JsonNode ticket = repeated(() ->
                        api.get("/v1/tickets?bookingId=" + booking.get("id").textValue()))
                .expect(200)
                .json()
                .at("/data/0");
        String code = ticket.get("checkInCode").textValue();
        write("POST", "/v1/tickets/validate/" + code, "admit" + number, "{}");
        String ticketPath = "/v1/tickets/" + ticket.get("id").textValue();
        write("POST", ticketPath + "/check-out", "leave" + number, "{}");
        write("PATCH", ticketPath, "attend" + number, "{\"attendeeName\": \"Guest " + number + "\"}");
        String customer = "/v1/customers/" + booking.get("customerId").textValue();
        write("PATCH", customer, "rename" + number, "{\"name\": \"Guest " + number + "\"}");
        write("POST", path + "/refund", "refund" + number, "{\"amount\": 500}");
        write("POST", path + "/refund", "rest" + number, "{\"cancelTickets\": true}");
    }

    /** Books a ticket. Returns the booking. */
    JsonNode book(String email) {
        return write("POST", "/v1/bookings", email, shop.booking(email));
    }

    /** Sends a write until it succeeds. Returns the record of the response. */
    JsonNode write(String method, String path, String key, String body) {
        Map<String, String> headers = Map.of("Content-Type", "application/json", "Idempotency-Key", key);
        Reply reply = repeated(() -> api.send(method, path, headers, body));
        if (reply.status() >= 300) {
            throw new AssertionError(method + " " + path + ": " + reply.status() + " " + reply.body());
        }
        return reply.json().get("data");
    }

    /** Repeats a request while the gateway does not run, or asks for it. */
    private static Reply repeated(Supplier<Reply> request) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                Reply reply = request.get();
                if (reply.header("Retry-After") == null || System.nanoTime() > end) {
                    return reply;
                }
            } catch (UncheckedIOException killed) {
                if (System.nanoTime() > end) {
                    throw killed;
                }
            }
            Load.pause(PAUSE_MILLIS);
        }
    }
}
