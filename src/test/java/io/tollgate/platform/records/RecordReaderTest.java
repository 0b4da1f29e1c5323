package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Concurrent gets of one event-loop iteration: one statement, and a separate result for each caller. */
class RecordReaderTest {
    private static final String NOBODY = "000000000000000000000000";

    @RegisterExtension
    static final OneIteration TURN = new OneIteration();

    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller foreign = TestGateway.shared().seller();

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    private record Wanted(Scope scope, String id) {}

    private static List<Future<Buffer>> gets(TenantGuards walls, Resource resource, List<Wanted> wanted) {
        return TURN.readAll(walls, wanted, records -> each -> records.get(each.scope, resource, each.id));
    }

    private static String has(TestSeller seller, Resource resource, boolean live) {
        ObjectNode record = seller.create(resource, live, made -> {});
        return record.get("id").textValue();
    }

    private static void assertReturned(Future<Buffer> answer, String id) {
        assertThat(answer.result().toJsonObject().getString("id")).isEqualTo(id);
    }

    private static void assertNotFound(Future<Buffer> answer) {
        assertThat(answer.cause())
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(404));
    }

    @ParameterizedTest
    @MethodSource("resources")
    void each_caller_gets_the_requested_record(Resource resource) {
        String first = has(own, resource, true);
        String second = has(own, resource, true);
        String theirs = has(foreign, resource, true);
        Scope live = own.scope(true);
        List<Future<Buffer>> answers = gets(
                TenantGuards.BOTH,
                resource,
                List.of(
                        new Wanted(live, second),
                        new Wanted(live, first),
                        new Wanted(live, theirs),
                        new Wanted(live, NOBODY),
                        new Wanted(live, second)));
        assertReturned(answers.get(0), second);
        assertReturned(answers.get(1), first);
        assertNotFound(answers.get(2));
        assertNotFound(answers.get(3));
        assertReturned(answers.get(4), second);
        assertThat(TURN.statements()).isEqualTo(1);
    }

    @Test
    void sellers_and_modes_use_different_statements() {
        String live = has(own, Customers.RESOURCE, true);
        String test = has(own, Customers.RESOURCE, false);
        String theirs = has(foreign, Customers.RESOURCE, true);
        List<Future<Buffer>> answers = gets(
                TenantGuards.BOTH,
                Customers.RESOURCE,
                List.of(
                        new Wanted(own.scope(true), live),
                        new Wanted(own.scope(true), test),
                        new Wanted(own.scope(false), test),
                        new Wanted(own.scope(false), live),
                        new Wanted(foreign.scope(true), theirs)));
        assertReturned(answers.get(0), live);
        assertNotFound(answers.get(1));
        assertReturned(answers.get(2), test);
        assertNotFound(answers.get(3));
        assertReturned(answers.get(4), theirs);
        assertThat(TURN.statements()).isEqualTo(3);
    }

    @Test
    void many_gets_use_several_statements() {
        List<Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            wanted.add(new Wanted(own.scope(true), has(own, Products.RESOURCE, true)));
        }
        List<Future<Buffer>> answers = gets(TenantGuards.BOTH, Products.RESOURCE, wanted);
        for (int i = 0; i < wanted.size(); i++) {
            assertReturned(answers.get(i), wanted.get(i).id);
        }
        assertThat(TURN.statements()).isEqualTo(3);
    }

    /** Without the first tenant check: records that the second one rejects are hidden, and others are returned. */
    @Test
    void a_tenant_check_failure_affects_only_its_own_row() {
        String ours = has(own, Customers.RESOURCE, true);
        String theirs = has(foreign, Customers.RESOURCE, true);
        TenantGuards comparisonAlone = new TenantGuards(
                sql -> sql.replace("seller_id = $1", "($1::text IS NOT NULL)"), TenantGuards.BOTH.comparison());
        Scope scope = own.scope(true);
        List<Future<Buffer>> answers =
                gets(comparisonAlone, Customers.RESOURCE, List.of(new Wanted(scope, theirs), new Wanted(scope, ours)));
        assertThat(answers.get(0).cause()).isInstanceOf(TenantGuard.TenantViolation.class);
        assertReturned(answers.get(1), ours);
    }

    @Test
    void a_caller_that_fails_on_a_record_affects_no_other_caller() {
        String before = has(own, Customers.RESOURCE, true);
        String between = has(own, Customers.RESOURCE, true);
        String after = has(own, Customers.RESOURCE, true);
        Records records = TURN.records(TenantGuards.BOTH);
        AtomicInteger stumbled = new AtomicInteger();
        Buffer shown = TURN.await(() -> {
            // Whichever record comes first is the one that is reported.
            for (String id : List.of(before, after)) {
                Future<Buffer> unused = records.get(own.scope(true), Customers.RESOURCE, id)
                        .onSuccess(record -> {
                            stumbled.incrementAndGet();
                            throw new IllegalStateException("of this test");
                        });
            }
            return records.get(own.scope(true), Customers.RESOURCE, between);
        });
        assertReturned(Future.succeededFuture(shown), between);
        assertThat(stumbled.get()).isPositive();
    }

    @Test
    void a_failed_statement_fails_for_all_callers() {
        TenantGuards broken = new TenantGuards(
                sql -> sql.replace("seller_id = $1", "seller_id = $1 AND 1 / 0 = 1"), TenantGuards.BOTH.comparison());
        Scope scope = own.scope(true);
        List<Future<Buffer>> answers =
                gets(broken, Customers.RESOURCE, List.of(new Wanted(scope, NOBODY), new Wanted(scope, own.id())));
        assertThat(answers).allSatisfy(answer -> assertThat(answer.cause()).isInstanceOf(PgException.class));
    }
}
