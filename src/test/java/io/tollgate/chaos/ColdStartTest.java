package io.tollgate.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.event.Events;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.Parallel;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A burst of documents as the first requests of a process that has just become ready. */
@SecondStage
@Tag("chaos")
@Isolated("it measures time")
@Timeout(300)
class ColdStartTest {
    private static final int DOCUMENTS = 100;

    @Test
    void the_first_pdfs_of_a_process_are_slow_but_succeed() {
        List<String> paths = new ArrayList<>();
        TestSeller seller = TestGateway.shared().seller();
        for (int i = 0; i < DOCUMENTS; i++) {
            paths.add("/v1/bookings/" + booking(seller, i) + "/ticket-pdf");
        }
        for (int i = 0; i < FaultRun.count(2, 5); i++) {
            // Compiled as on a server: cold code is slower then.
            try (GatewayProcess gateway = GatewayProcess.on(TestDatabase.url(), Map.of())
                    .with("-XX:TieredStopAtLevel=4")
                    .start()
                    .awaitReady()) {
                long begun = System.nanoTime();
                List<Integer> statuses = Parallel.times(
                        DOCUMENTS,
                        number -> gateway.api(seller.liveKey())
                                .get(paths.get(number))
                                .status());
                FaultRun.report("cold", DOCUMENTS + " PDFs at once, ms", (System.nanoTime() - begun) / 1_000_000);
                assertThat(statuses).as(gateway.log()).containsOnly(200);
            }
        }
    }

    private static String booking(TestSeller seller, int number) {
        ObjectNode event = seller.create(Events.RESOURCE, true, page -> {
            page.put("title", "Night of Strings " + number).put("locale", "de-DE");
            page.withObject("/eventDetails").put("pdfTicketsEnabled", true).put("timezone", "Europe/Berlin");
        });
        ObjectNode booking = seller.create(Bookings.RESOURCE, true, made -> {
            made.set("pageId", event.get("id"));
            made.put("status", "paid").put("isAbandoned", false);
        });
        seller.create(Tickets.RESOURCE, true, ticket -> {
            ticket.set("bookingId", booking.get("id"));
            ticket.put("attendeeName", "Maria " + number).put("status", "PAID");
        });
        return booking.get("id").textValue();
    }
}
