package io.tollgate.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.booking.Bookings;
import io.tollgate.event.Events;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Drawing stands back while callers want anything else, and only then. */
class TicketPdfPaceTest {
    private static final int REST_MILLIS = 1_000;

    private static TestGateway gateway;

    private final TestSeller seller = gateway.seller();
    private final TestApi api = gateway.api(seller.liveKey());
    private final ObjectNode event = seller.has(
            Events.RESOURCE, true, page -> page.withObject("/eventDetails").put("pdfTicketsEnabled", true));

    @BeforeAll
    static void start() {
        gateway = TestGateway.start(Map.of("pdf.restMillis", Integer.toString(REST_MILLIS)));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** Downloads the ticket of a new booking. */
    private long millisOfDownload() {
        ObjectNode booking = seller.has(Bookings.RESOURCE, true, made -> {
            made.set("pageId", event.get("id"));
            made.put("status", "paid").put("isAbandoned", false);
        });
        seller.has(Tickets.RESOURCE, true, ticket -> {
            ticket.set("bookingId", booking.get("id"));
            ticket.put("status", "PAID");
        });
        long begin = System.nanoTime();
        api.get("/v1/bookings/" + booking.get("id").textValue() + "/ticket-pdf").expect(200);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    @Test
    void others_come_first() throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            while (!done.get()) {
                api.get("/v1/account").expect(200);
                begun.countDown();
            }
        });
        other.start();
        try {
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(millisOfDownload()).isGreaterThanOrEqualTo(REST_MILLIS);
        } finally {
            done.set(true);
            other.join();
        }
    }

    /** If those who want documents made it walk, each of these would. */
    @Test
    void those_who_want_documents_do_not_make_it_walk() {
        assertThat(LongStream.generate(this::millisOfDownload).limit(5).min().orElseThrow())
                .isLessThan(REST_MILLIS);
    }
}
