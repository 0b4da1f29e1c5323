package io.tollgate.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.TestEndpoints;
import io.tollgate.customer.Customers;
import io.tollgate.error.ApiError;
import io.tollgate.product.Products;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
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

/** Records that several want within one turn of an event loop: one statement, and to each their own. */
class RecordReaderTest {
    private static final String NOBODY = "000000000000000000000000";

    @RegisterExtension
    static final OneTurn TURN = new OneTurn();

    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller foreign = TestGateway.shared().seller();

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    private record Wanted(Scope scope, String id) {}

    private static List<Future<Buffer>> gets(TenantGuards walls, Resource resource, List<Wanted> wanted) {
        return TURN.ask(walls, wanted, records -> each -> records.get(each.scope, resource, each.id));
    }

    private static String has(TestSeller seller, Resource resource, boolean live) {
        ObjectNode record = seller.has(resource, live, made -> {});
        return record.get("id").textValue();
    }

    private static void isShown(Future<Buffer> answer, String id) {
        assertThat(answer.result().toJsonObject().getString("id")).isEqualTo(id);
    }

    private static void isNowhere(Future<Buffer> answer) {
        assertThat(answer.cause())
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(404));
    }

    @ParameterizedTest
    @MethodSource("resources")
    void each_gets_what_it_asked_for(Resource resource) {
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
        isShown(answers.get(0), second);
        isShown(answers.get(1), first);
        isNowhere(answers.get(2));
        isNowhere(answers.get(3));
        isShown(answers.get(4), second);
        assertThat(TURN.statements()).isEqualTo(1);
    }

    @Test
    void sellers_and_modes_are_asked_for_apart() {
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
        isShown(answers.get(0), live);
        isNowhere(answers.get(1));
        isShown(answers.get(2), test);
        isNowhere(answers.get(3));
        isShown(answers.get(4), theirs);
        assertThat(TURN.statements()).isEqualTo(3);
    }

    @Test
    void a_crowd_is_more_than_one_statement() {
        List<Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            wanted.add(new Wanted(own.scope(true), has(own, Products.RESOURCE, true)));
        }
        List<Future<Buffer>> answers = gets(TenantGuards.BOTH, Products.RESOURCE, wanted);
        for (int i = 0; i < wanted.size(); i++) {
            isShown(answers.get(i), wanted.get(i).id);
        }
        assertThat(TURN.statements()).isEqualTo(3);
    }

    /** The first wall is taken out: what the second one stops is hidden, and what it lets through is shown. */
    @Test
    void a_breach_hides_its_own_row_only() {
        String ours = has(own, Customers.RESOURCE, true);
        String theirs = has(foreign, Customers.RESOURCE, true);
        TenantGuards comparisonAlone = new TenantGuards(
                sql -> sql.replace("seller_id = $1", "($1::text IS NOT NULL)"), TenantGuards.BOTH.comparison());
        Scope scope = own.scope(true);
        List<Future<Buffer>> answers =
                gets(comparisonAlone, Customers.RESOURCE, List.of(new Wanted(scope, theirs), new Wanted(scope, ours)));
        assertThat(answers.get(0).cause()).isInstanceOf(TenantGuard.Breach.class);
        isShown(answers.get(1), ours);
    }

    @Test
    void who_stumbles_over_a_record_harms_nobody_else() {
        String before = has(own, Customers.RESOURCE, true);
        String between = has(own, Customers.RESOURCE, true);
        String after = has(own, Customers.RESOURCE, true);
        Records records = TURN.records(TenantGuards.BOTH);
        AtomicInteger stumbled = new AtomicInteger();
        Buffer shown = TURN.await(() -> {
            // In whichever order the records come, one of these is told first.
            for (String id : List.of(before, after)) {
                Future<Buffer> unused = records.get(own.scope(true), Customers.RESOURCE, id)
                        .onSuccess(record -> {
                            stumbled.incrementAndGet();
                            throw new IllegalStateException("of this test");
                        });
            }
            return records.get(own.scope(true), Customers.RESOURCE, between);
        });
        isShown(Future.succeededFuture(shown), between);
        assertThat(stumbled.get()).isPositive();
    }

    @Test
    void what_fails_fails_for_all_who_asked() {
        TenantGuards broken = new TenantGuards(
                sql -> sql.replace("seller_id = $1", "seller_id = $1 AND 1 / 0 = 1"), TenantGuards.BOTH.comparison());
        Scope scope = own.scope(true);
        List<Future<Buffer>> answers =
                gets(broken, Customers.RESOURCE, List.of(new Wanted(scope, NOBODY), new Wanted(scope, own.id())));
        assertThat(answers).allSatisfy(answer -> assertThat(answer.cause()).isInstanceOf(PgException.class));
    }
}
