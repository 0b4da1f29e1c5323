package io.tollgate.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.booking.Bookings;
import io.tollgate.event.Events;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rendering yields to other requests, and only to them. */
class TicketPdfPaceTest {
    private static final int REST_MILLIS = 1_000;

    private static TestGateway gateway;

    private final TestSeller seller = gateway.seller();
    private final TestApi api = gateway.api(seller.liveKey());
    private final ObjectNode event = seller.create(
            Events.RESOURCE, true, page -> page.withObject("/eventDetails").put("pdfTicketsEnabled", true));

    @BeforeAll
    static void start() {
        Map<String, String> settings = new HashMap<>(TestGateway.PATIENT);
        settings.put("pdf.restMillis", Integer.toString(REST_MILLIS));
        gateway = TestGateway.start(settings);
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** Creates a booking and returns the path of its document. */
    private String path() {
        ObjectNode booking = seller.create(Bookings.RESOURCE, true, made -> {
            made.set("pageId", event.get("id"));
            made.put("status", "paid").put("isAbandoned", false);
        });
        seller.create(Tickets.RESOURCE, true, ticket -> {
            ticket.set("bookingId", booking.get("id"));
            ticket.put("status", "PAID");
        });
        return "/v1/bookings/" + booking.get("id").textValue() + "/ticket-pdf";
    }

    private long millisOfDownload() {
        String path = path();
        long begin = System.nanoTime();
        api.get(path).expect(200);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    /** Returns the durations of downloads of new documents while clients send other requests without a pause. */
    private LongSummaryStatistics millisBeside(int number, String others, int documents) throws InterruptedException {
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(number);
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            Thread client = new Thread(() -> {
                while (!done.get()) {
                    api.get(others).expect(200);
                    begun.countDown();
                }
            });
            clients.add(client);
            client.start();
        }
        try {
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            return LongStream.generate(this::millisOfDownload).limit(documents).summaryStatistics();
        } finally {
            done.set(true);
            for (Thread client : clients) {
                client.join();
            }
        }
    }

    @Test
    void others_come_first() throws InterruptedException {
        // On a busy machine, all clients can pause for longer than the gateway counts as busy after a request.
        assertThat(millisBeside(4, "/v1/account", 5).getMax()).isGreaterThanOrEqualTo(REST_MILLIS);
    }

    @Test
    void those_who_want_documents_do_not_make_it_walk() throws InterruptedException {
        String kept = path();
        api.get(kept).expect(200);
        // On a busy machine, a single document can take that long even without a pause.
        assertThat(millisBeside(1, kept, 20).getMin()).isLessThan(REST_MILLIS);
    }
}
