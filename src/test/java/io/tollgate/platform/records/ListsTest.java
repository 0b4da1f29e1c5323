package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Concurrent pages of one event-loop iteration: one statement for each list, and a separate result for each caller. */
class ListsTest {
    @RegisterExtension
    static final OneIteration TURN = new OneIteration();

    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller foreign = TestGateway.shared().seller();

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    /** @param query as in a URL */
    private record Wanted(Scope scope, String query) {}

    private static List<Future<Page>> lists(TenantGuards walls, Resource resource, List<Wanted> wanted) {
        return TURN.readAll(walls, wanted, records -> each -> records.list(each.scope, parsed(resource, each.query)));
    }

    private static ListRequest parsed(Resource resource, String query) {
        return ListRequest.parse(
                resource,
                Arrays.stream(query.split("&"))
                        .filter(each -> !each.isEmpty())
                        .map(each -> Map.entry(each.split("=")[0], each.split("=")[1]))
                        .toList());
    }

    /** Returns the ids of new records, newest first. */
    private static List<String> has(TestSeller seller, Resource resource, boolean live, int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ObjectNode record = seller.create(resource, live, made -> {});
            ids.add(0, record.get("id").textValue());
        }
        ids.sort((one, other) -> other.compareTo(one));
        return ids;
    }

    private static List<String> shown(Future<Page> answer) {
        return answer.result().records().stream()
                .map(record -> record.toJsonObject().getString("id"))
                .toList();
    }

    private static void isPage(Future<Page> answer, List<String> ids, boolean more, long total) {
        assertThat(shown(answer)).isEqualTo(ids);
        assertThat(answer.result().more()).isEqualTo(more);
        assertThat(answer.result().total()).isEqualTo(total);
    }

    @ParameterizedTest
    @MethodSource("resources")
    void pages_of_one_list_share_one_statement(Resource resource) {
        List<String> ids = has(own, resource, true, 5);
        has(foreign, resource, true, 2);
        Scope live = own.scope(true);
        List<Future<Page>> answers = lists(
                TenantGuards.BOTH,
                resource,
                List.of(
                        new Wanted(live, "limit=2&starting_after=" + ids.get(2)),
                        new Wanted(live, "limit=2&starting_after=" + ids.get(0)),
                        new Wanted(live, "limit=2&starting_after=" + ids.get(4)),
                        new Wanted(live, "limit=2&starting_after=" + ids.get(0))));
        isPage(answers.get(0), ids.subList(3, 5), false, 5);
        isPage(answers.get(1), ids.subList(1, 3), true, 5);
        isPage(answers.get(2), List.of(), false, 5);
        isPage(answers.get(3), ids.subList(1, 3), true, 5);
        assertThat(TURN.statements()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("resources")
    void pages_before_a_cursor_are_in_list_order(Resource resource) {
        List<String> ids = has(own, resource, true, 5);
        Scope live = own.scope(true);
        List<Future<Page>> answers = lists(
                TenantGuards.BOTH,
                resource,
                List.of(
                        new Wanted(live, "limit=2&ending_before=" + ids.get(4)),
                        new Wanted(live, "limit=2&ending_before=" + ids.get(1)),
                        new Wanted(live, "limit=2&ending_before=" + ids.get(0))));
        isPage(answers.get(0), ids.subList(2, 4), true, 5);
        isPage(answers.get(1), ids.subList(0, 1), false, 5);
        isPage(answers.get(2), List.of(), false, 5);
        assertThat(TURN.statements()).isEqualTo(1);
    }

    @Test
    void concurrent_requests_for_the_first_page_get_the_same_page() {
        List<String> ids = has(own, Customers.RESOURCE, true, 3);
        Wanted first = new Wanted(own.scope(true), "limit=2");
        List<Future<Page>> answers = lists(TenantGuards.BOTH, Customers.RESOURCE, List.of(first, first, first));
        answers.forEach(answer -> isPage(answer, ids.subList(0, 2), true, 3));
        assertThat(TURN.statements()).isEqualTo(1);
    }

    @Test
    void different_lists_use_different_statements() {
        List<String> ids = has(own, Payments.RESOURCE, true, 3);
        List<String> test = has(own, Payments.RESOURCE, false, 1);
        List<String> theirs = has(foreign, Payments.RESOURCE, true, 1);
        Scope live = own.scope(true);
        String after = "starting_after=" + ids.get(0);
        List<Future<Page>> answers = lists(
                TenantGuards.BOTH,
                Payments.RESOURCE,
                List.of(
                        new Wanted(live, ""),
                        new Wanted(own.scope(false), ""),
                        new Wanted(foreign.scope(true), ""),
                        new Wanted(live, "limit=1"),
                        new Wanted(live, after),
                        new Wanted(live, "ending_before=" + ids.get(2)),
                        new Wanted(live, after + "&couponCode=NONE"),
                        new Wanted(live, after + "&couponCode=OTHER"),
                        new Wanted(live, after + "&createdBefore=2001-01-01T00:00:00Z"),
                        new Wanted(live, after + "&search=nosuchword")));
        isPage(answers.get(0), ids, false, 3);
        isPage(answers.get(1), test, false, 1);
        isPage(answers.get(2), theirs, false, 1);
        isPage(answers.get(3), ids.subList(0, 1), true, 3);
        isPage(answers.get(4), ids.subList(1, 3), false, 3);
        isPage(answers.get(5), ids.subList(0, 2), false, 3);
        answers.subList(6, 10).forEach(answer -> isPage(answer, List.of(), false, 0));
        assertThat(TURN.statements()).isEqualTo(10);
    }

    @Test
    void the_number_of_pages_in_a_statement_is_limited() {
        List<String> ids = has(own, Customers.RESOURCE, true, 7);
        List<Wanted> wanted = ids.stream()
                .map(id -> new Wanted(own.scope(true), "limit=20&starting_after=" + id))
                .toList();
        List<Future<Page>> answers = lists(TenantGuards.BOTH, Customers.RESOURCE, wanted);
        for (int i = 0; i < ids.size(); i++) {
            isPage(answers.get(i), ids.subList(i + 1, ids.size()), false, 7);
        }
        assertThat(TURN.statements()).isEqualTo(3);
    }

    /** Without the first tenant check: the page that the second one rejects is hidden, and others are returned. */
    @ParameterizedTest
    @MethodSource("resources")
    void a_tenant_check_failure_affects_only_its_own_page(Resource resource) {
        has(foreign, resource, true, 1);
        String first = "starting_after=" + "f".repeat(24);
        String none = "starting_after=" + "0".repeat(24);
        TenantGuards comparisonAlone = new TenantGuards(
                sql -> sql.replace("seller_id = $1", "($1::text IS NOT NULL)"), TenantGuards.BOTH.comparison());
        List<Future<Page>> answers = lists(
                comparisonAlone,
                resource,
                List.of(new Wanted(own.scope(true), first), new Wanted(own.scope(true), none)));
        assertThat(TURN.statements()).isEqualTo(1);
        assertThat(answers.get(0).cause()).isInstanceOf(TenantGuard.TenantViolation.class);
        assertThat(shown(answers.get(1))).isEmpty();
    }

    @Test
    void an_invalid_statement_fails_for_all_callers() {
        TenantGuards broken = new TenantGuards(
                sql -> {
                    throw new IllegalStateException("of this test");
                },
                TenantGuards.BOTH.comparison());
        Wanted first = new Wanted(own.scope(true), "");
        List<Future<Page>> answers = lists(broken, Customers.RESOURCE, List.of(first, first));
        assertThat(answers).allSatisfy(answer -> assertThat(answer.cause()).hasMessage("of this test"));
    }

    @Test
    void a_failed_statement_fails_for_all_callers() {
        TenantGuards broken = new TenantGuards(
                sql -> sql.replace("seller_id = $1", "seller_id = $1 AND 1 / 0 = 1"), TenantGuards.BOTH.comparison());
        Scope scope = own.scope(true);
        List<Future<Page>> answers = lists(
                broken,
                Customers.RESOURCE,
                List.of(
                        new Wanted(scope, "starting_after=" + "1".repeat(24)),
                        new Wanted(scope, "starting_after=" + "2".repeat(24))));
        assertThat(answers).allSatisfy(answer -> assertThat(answer.cause()).isInstanceOf(PgException.class));
    }
}
