package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.accounts.apikey.ApiKeys;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.export.CsvTexts;
import io.tollgate.platform.export.ExportSettings;
import io.tollgate.platform.export.ExportSlots;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.server.Authentication;
import io.tollgate.platform.server.RateLimit;
import io.tollgate.platform.server.RequestActivity;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two checks separate sellers and modes: the predicate of each statement, and the comparison of each row. Each is
 * sufficient alone. Without both, the same requests return foreign records, which shows that the requests test them.
 */
class TenantGuardsTest {
    private static final TenantGuards WITHOUT_COMPARISON =
            new TenantGuards(TenantGuards.BOTH.statement(), (scope, row) -> {});
    private static final TenantGuards WITHOUT_PREDICATE =
            new TenantGuards(TenantGuardsTest::withoutPredicate, TenantGuards.BOTH.comparison());
    private static final TenantGuards NEITHER =
            new TenantGuards(TenantGuardsTest::withoutPredicate, (scope, row) -> {});

    private static Vertx vertx;
    private static TestApiOf predicateAlone;
    private static TestApiOf comparisonAlone;
    private static TestApiOf neither;

    /** A server whose storage lacks one of the checks. */
    private record TestApiOf(int port) {
        TestApi with(String key) {
            return new TestApi("http://127.0.0.1:" + port, key);
        }
    }

    private final TestSeller own = TestGateway.shared().seller();
    private final TestSeller foreign = TestGateway.shared().seller();

    static List<Resource> resources() {
        return TestEndpoints.resources();
    }

    @BeforeAll
    static void serve() {
        vertx = Vertx.vertx();
        predicateAlone = serve(WITHOUT_COMPARISON);
        comparisonAlone = serve(WITHOUT_PREDICATE);
        neither = serve(NEITHER);
    }

    @AfterAll
    static void close() {
        TestSeller.await(vertx.close());
    }

    private static TestApiOf serve(TenantGuards walls) {
        Database database = new Database(
                vertx,
                TestSettings.database(
                        TestDatabase.url(), "listPool=2", "searchPool=2", "getPool=2", "transactionPool=2"));
        Router router = Router.router(vertx);
        Api.mountFirst(
                router,
                new RequestLog(Clock.SYSTEM, new SimpleMeterRegistry()),
                TestSettings.SERVER,
                TestSettings.LIMITS);
        ApiKeys keys = new ApiKeys(database, Clock.SYSTEM, TestGateway.secrets().keyPepper(), 1_000_000, 1_000_000);
        // Only the record tables: composed fields are read by their own statements.
        Records records = new Records(database, Clock.SYSTEM, new SearchMemory(), walls);
        Exports exports = new Exports(
                records,
                new ExportSlots(new ExportSettings(1, 1, 1_000, 30)),
                Clock.SYSTEM,
                new CsvTexts(seller -> Future.succeededFuture(ZoneOffset.UTC), currency -> 2),
                Map.of());
        ResourceRoutes routes = new ResourceRoutes(records, exports);
        Api.mount(
                router,
                Authentication.by(keys, Networks.of(List.of())),
                RoutingContext::next,
                new RateLimit(TestSettings.NO_RATE_LIMITS),
                new RequestActivity(),
                TestSettings.LIMITS,
                resources().stream()
                        .flatMap(resource -> java.util.stream.Stream.of(routes.list(resource), routes.get(resource)))
                        .toList());
        HttpServer server =
                TestSeller.await(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
        return new TestApiOf(server.actualPort());
    }

    /** Removes the comparison with the scope but keeps the positions of all parameters. */
    private static String withoutPredicate(String sql) {
        return sql.replaceAll("seller_id = (\\$\\d+)", "($1::text IS NOT NULL)")
                .replaceAll("livemode = (\\$\\d+)", "($1::boolean IS NOT NULL)");
    }

    @ParameterizedTest
    @MethodSource("resources")
    void the_predicate_is_sufficient_alone(Resource resource) {
        String ours = create(own, resource, true);
        String theirs = create(foreign, resource, true);
        TestApi api = predicateAlone.with(own.liveKey());
        assertThat(api.get(resource.path()).ids()).containsExactly(ours);
        api.get(resource.path() + "/" + ours).expect(200);
        api.get(resource.path() + "/" + theirs).expect(404);
        if (resource.recorded()) {
            api.get(resource.path() + "/" + create(own, resource, false)).expect(404);
            assertThat(api.get(resource.path()).ids()).containsExactly(ours);
        }
    }

    @ParameterizedTest
    @MethodSource("resources")
    void the_comparison_is_sufficient_alone(Resource resource) {
        String ours = create(own, resource, true);
        String theirs = create(foreign, resource, true);
        TestApi api = comparisonAlone.with(own.liveKey());
        api.get(resource.path() + "/" + ours).expect(200);
        assertBreach(api, resource.path() + "/" + theirs);
        assertBreach(api, resource.path() + "?limit=100&ending_before=" + before(ours, theirs));
        if (resource.search().exists()) {
            // Without its scope, this statement may fail before the comparison; in both cases it returns nothing.
            assertNothingShown(
                    api.get(resource.path() + "?search=sample&limit=100&ending_before=" + before(ours, theirs)));
        }
        if (resource.recorded()) {
            assertBreach(api, resource.path() + "/" + create(own, resource, false));
        }
    }

    private void assertBreach(TestApi api, String path) {
        long counted = TenantGuard.violations();
        Reply reply = api.get(path);
        assertThat(TenantGuard.violations())
                .as("the alarm after %s: %s", path, reply)
                .isGreaterThan(counted);
        assertNothingShown(reply);
    }

    private void assertNothingShown(Reply reply) {
        assertThat(reply.expect(500).json().get("code").textValue()).isEqualTo("internal_error");
        assertThat(reply.body()).doesNotContain("sample", foreign.id(), own.id());
    }

    @ParameterizedTest
    @MethodSource("resources")
    void without_both_checks_the_same_requests_return_foreign_records(Resource resource) {
        String ours = create(own, resource, true);
        String theirs = create(foreign, resource, true);
        TestApi api = neither.with(own.liveKey());
        assertThat(api.get(resource.path() + "/" + theirs).expect(200).body()).contains(theirs);
        String path = resource.path() + "?limit=100&ending_before=" + before(ours, theirs);
        assertThat(api.get(path).ids()).contains(ours, theirs);
    }

    /** The id just below both, so that a page that ends there contains them whatever other tests have written. */
    private static String before(String one, String other) {
        String least = one.compareTo(other) < 0 ? one : other;
        return "%024x".formatted(new BigInteger(least, 16).subtract(BigInteger.ONE));
    }

    private static String create(TestSeller seller, Resource resource, boolean live) {
        ObjectNode record = seller.create(resource, live, made -> {
            if (resource == Customers.RESOURCE) {
                made.put("name", "sample");
            }
        });
        return record.get("id").textValue();
    }
}
