package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Totals of searches that are remembered, shared, and counted over many records. */
class SearchTotalsTest {
    private static final Instant START = Instant.parse("2026-02-01T00:00:00Z");

    private final TestSeller seller = TestGateway.shared().seller();

    @Test
    void remembered_total_is_exact_after_a_write() {
        String path = "/v1/payments?search=remembered";
        ObjectNode first = seller.create(Payments.RESOURCE, true, payment -> payment.put("customerName", "Remembered"));
        everywhere(path, 1);
        seller.create(Payments.RESOURCE, true, payment -> payment.put("productTitle", "not REMEMBERED until now"));
        everywhere(path, 2);
        seller.update(Payments.RESOURCE, true, first, first.deepCopy().put("customerName", "Forgotten"));
        everywhere(path, 1);
    }

    /** Enough requests to reach all event loops. */
    private void everywhere(String path, long total) {
        for (int i = 0; i < 10; i++) {
            assertThat(seller.live().get(path).total()).isEqualTo(total);
        }
    }

    @Test
    void total_of_a_search_for_an_order_is_exact_after_a_write() {
        String path = "/v1/tickets?search=70007000";
        seller.create(Tickets.RESOURCE, true, ticket -> ticket.put("orderId", "70007000"));
        everywhere(path, 1);
        seller.create(Tickets.RESOURCE, true, ticket -> ticket.put("orderId", "70007000"));
        everywhere(path, 2);
        assertThat(seller.live().get(path + "&orderId=70007001").total()).isZero();
        assertThat(seller.live().get(path + "&orderId=70007000").total()).isEqualTo(2);
    }

    @Test
    void equal_searches_at_once_get_equal_answers() {
        for (int i = 0; i < 30; i++) {
            seller.create(Payments.RESOURCE, true, payment -> payment.put("customerName", "Everybody"));
        }
        List<CompletableFuture<Long>> totals = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int limit = 1 + i;
            totals.add(CompletableFuture.supplyAsync(() -> seller.live()
                    .get("/v1/payments?search=everybody&limit=" + limit)
                    .total()));
        }
        assertThat(totals).allSatisfy(total -> assertThat(total.join()).isEqualTo(30));
    }

    /**
     * More records than a search scans before it collects matches, with frequent terms, rare ones near both ends, and
     * terms too short for the trigram index.
     */
    @Test
    void search_is_exact_over_more_records_than_it_scans() {
        int count = 4_400;
        List<ObjectNode> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(payment(i, count));
        }
        TestSeller.await(seller.insertAll(Payments.RESOURCE, true, records));
        Collections.reverse(records);
        for (String input : List.of(
                "frequent", "rare-top", "rare-bottom", "some", "every fortieth", "李", "q", "%", "zz", "nothing")) {
            for (String filter : List.of("", "paid", "failed")) {
                assertPages(records, input, filter);
            }
        }
    }

    private ObjectNode payment(int number, int count) {
        ObjectNode payment = seller.sample(Payments.RESOURCE, true, START.plusSeconds(number));
        String name = "frequent" + (number > count - 4 ? " rare-top" : number < 3 ? " rare-bottom 李 q%" : "")
                + (number % 40 == 0 ? " every fortieth" : "") + (number % 17 == 0 ? " some" : "");
        return payment.put("customerName", name)
                .put("productTitle", "ware")
                .put("customerEmail", "a.b")
                .put("status", number % 50 == 0 ? "failed" : "paid");
    }

    private void assertPages(List<ObjectNode> newestFirst, String input, String status) {
        List<String> expected = newestFirst.stream()
                .filter(payment -> SearchRules.matches("/v1/payments", payment, input))
                .filter(payment ->
                        status.isEmpty() || payment.get("status").textValue().equals(status))
                .map(payment -> payment.get("id").textValue())
                .toList();
        String path = "/v1/payments?limit=3&search=" + io.tollgate.support.TestApi.encoded(input)
                + (status.isEmpty() ? "" : "&status=" + status);
        for (int from : new int[] {0, 3, 30, 900}) {
            if (from > 0 && from >= expected.size()) {
                continue;
            }
            String cursor = from == 0 ? "" : "&starting_after=" + expected.get(from - 1);
            Reply reply = seller.live().get(path + cursor);
            assertThat(reply.ids())
                    .as(path + cursor)
                    .isEqualTo(expected.subList(from, Math.min(from + 3, expected.size())));
            assertThat(reply.total()).as(path + cursor).isEqualTo(expected.size());
            assertThat(reply.hasMore()).as(path + cursor).isEqualTo(from + 3 < expected.size());
            if (from >= 3) {
                Reply back = seller.live().get(path + "&ending_before=" + expected.get(from));
                assertThat(back.ids()).as("before %s", path).isEqualTo(expected.subList(from - 3, from));
                assertThat(back.total()).isEqualTo(expected.size());
                assertThat(back.hasMore()).isEqualTo(from > 3);
            }
        }
    }
}
