package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.event.Events;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
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
@SecondStage
class TicketPdfPaceTest {
    private static final int REST_MILLIS = 1_000;
    private static final int DOCUMENTS = 5;
    private static final int PAGES = 20;

    private static TestGateway gateway;

    private final TestSeller seller = gateway.seller();
    private final TestApi api = gateway.api(seller.liveKey());
    private final ObjectNode event = seller.create(
            Events.RESOURCE, true, page -> page.withObject("/eventDetails").put("pdfTicketsEnabled", true));

    @BeforeAll
    static void start() {
        gateway = TestGateway.startPatient(Map.of("pdf.restMillis", Integer.toString(REST_MILLIS)));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    /** Creates a booking with this number of tickets and returns the path of its document. */
    private String path(int tickets) {
        ObjectNode booking = seller.create(Bookings.RESOURCE, true, made -> {
            made.set("pageId", event.get("id"));
            made.put("status", "paid").put("isAbandoned", false);
        });
        for (int i = 0; i < tickets; i++) {
            seller.create(Tickets.RESOURCE, true, ticket -> {
                ticket.set("bookingId", booking.get("id"));
                ticket.put("status", "PAID");
            });
        }
        return "/v1/bookings/" + booking.get("id").textValue() + "/ticket-pdf";
    }

    private long millisOfDownload(int tickets) {
        String path = path(tickets);
        long begin = System.nanoTime();
        api.get(path).expect(200);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    }

    /** Returns the durations of downloads of new documents while clients send other requests without a pause. */
    private LongSummaryStatistics millisBeside(int number, String others, int tickets) throws InterruptedException {
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
            return LongStream.generate(() -> millisOfDownload(tickets))
                    .limit(DOCUMENTS)
                    .summaryStatistics();
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
        assertThat(millisBeside(4, "/v1/account", 1).getMax()).isGreaterThanOrEqualTo(REST_MILLIS);
    }

    /** A pause before each page would take longer than the document does on a busy machine. */
    @Test
    void those_who_want_documents_do_not_make_it_walk() throws InterruptedException {
        String kept = path(1);
        api.get(kept).expect(200);
        assertThat(millisBeside(1, kept, PAGES).getMin()).isLessThan(PAGES * REST_MILLIS);
    }
}
