package io.tollgate.catalog.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a test key may change in the catalog, which has no mode: only what no live page uses. */
class TestKeyPowerTest {
    private static final String SETTING = "{'testKeysChangeLive': true}";
    private static final String PRICED =
            "{'name': 'Mug', %s 'productData': {'title': 'Mug', 'price': {'amount': 900, 'currency': 'eur'}}}";

    /** The statements of transactions that wait for a backend, directly or through others. */
    private static final String WAITERS = """
            WITH RECURSIVE waiter AS (
                SELECT pid FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))
                UNION
                SELECT a.pid FROM pg_stat_activity a JOIN waiter w ON w.pid = ANY (pg_blocking_pids(a.pid)))
            SELECT query FROM waiter JOIN pg_stat_activity USING (pid)
            """;

    private final TestShop shop = TestShop.open();
    private final TestApi live = shop.seller().live();
    private final TestApi test = shop.seller().test();

    private static String json(String body) {
        return body.replace('\'', '"');
    }

    private static JsonNode data(Reply reply) {
        return reply.json().get("data");
    }

    private static Reply send(TestApi api, String method, String path, String body) {
        return body.isEmpty()
                ? api.send(method, path, Map.of())
                : api.send(method, path, Map.of("Content-Type", "application/json"), json(body));
    }

    private static String created(TestApi api, String path, String body) {
        return data(api.post(path, json(body)).expect(201)).get("id").textValue();
    }

    private Shelf mug(String settings) {
        return shop.page(PRICED.formatted(settings));
    }

    private static String product(Shelf page) {
        return "/v1/products/" + page.record().at("/product/id").textValue();
    }

    private static String page(Shelf page) {
        return "/v1/checkout-pages/" + page.id();
    }

    private static void refused(Reply reply, String pageName) {
        JsonNode error = reply.expect(403).json();
        assertThat(error.get("code").textValue()).isEqualTo("live_catalog");
        assertThat(error.get("message").textValue()).contains("\"" + pageName + "\"");
    }

    @Test
    void the_price_of_a_live_page_stays_unless_the_key_is_live_or_the_account_allows_it() {
        Shelf mug = mug("");
        String cheap = json("{'price': {'amount': 100}}");
        refused(test.patch(product(mug), cheap), "Mug");
        assertThat(data(live.get(page(mug))).at("/product/price/amount").intValue())
                .isEqualTo(900);
        live.patch(product(mug), json("{'price': {'amount': 800}}")).expect(200);
        live.patch("/v1/account", json(SETTING)).expect(200);
        test.patch(product(mug), cheap).expect(200);
        assertThat(data(live.get(page(mug))).at("/product/price/amount").intValue())
                .isEqualTo(100);
        live.patch("/v1/account", json("{'testKeysChangeLive': false}")).expect(200);
        refused(test.patch(product(mug), json("{'price': {'amount': 50}}")), "Mug");
    }

    @Test
    void a_test_key_cannot_give_itself_the_power() {
        Reply reply = test.patch("/v1/account", json(SETTING));
        assertThat(reply.expect(403).json().get("code").textValue()).isEqualTo("live_catalog");
        assertThat(live.get("/v1/account").json().get("testKeysChangeLive").booleanValue())
                .isFalse();
        test.patch("/v1/account", json("{'displayName': 'Mine'}")).expect(200);
        mug("");
        refused(test.patch("/v1/account", json("{'displayName': 'Yours'}")), "Mug");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'status': 'draft',", "'status': 'archived',", "'testmode': true,"})
    void what_only_other_pages_use_may_change(String settings) {
        Shelf mug = mug(settings);
        test.patch(product(mug), json("{'price': {'amount': 100}}")).expect(200);
        test.patch(page(mug), json("{'title': 'Cup'}")).expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/checkout-pages", "/v1/forms", "/v1/events"})
    void pages_of_a_test_key_are_in_test_mode_and_stay_there(String path) {
        String body = path.endsWith("events")
                ? "{'name': 'Show', 'eventDetails': {'currency': 'eur', 'startDate': '2037-04-10T18:00:00Z'}%s}"
                : "{'name': 'Show'%s}";
        JsonNode page = data(test.post(path, json(body.formatted(""))).expect(201));
        assertThat(page.get("testmode").booleanValue()).isTrue();
        assertThat(page.get("testmodeEnabledAt").textValue())
                .isEqualTo(page.get("createdAt").textValue());
        test.post(path, json(body.formatted(", 'testmode': false"))).expect(403);
        String one = path + "/" + page.get("id").textValue();
        test.patch(one, json("{'testmode': false}")).expect(403);
        test.patch(one, json("{'testmode': false, 'status': 'draft'}")).expect(403);
        test.patch(one, json("{'name': 'Play'}")).expect(200);
        live.patch(one, json("{'testmode': false}")).expect(200);
        refused(test.patch(one, json("{'name': 'Opera'}")), "Play");
        assertThat(data(live.post(path, json(body.formatted(""))).expect(201))
                        .get("testmode")
                        .booleanValue())
                .isFalse();
        live.patch("/v1/account", json(SETTING)).expect(200);
        assertThat(data(test.post(path, json(body.formatted(""))).expect(201))
                        .get("testmode")
                        .booleanValue())
                .isFalse();
    }

    @Test
    void a_test_key_cannot_publish_outside_test_mode_or_end_a_live_page() {
        Shelf draft = mug("'status': 'draft',");
        refused(test.patch(page(draft), json("{'status': 'published'}")), "Mug");
        assertThat(data(live.get(page(draft))).get("status").textValue()).isEqualTo("draft");
        Shelf mug = mug("");
        refused(test.patch(page(mug), json("{'testmode': true}")), "Mug");
        refused(test.patch(page(mug), json("{'status': 'draft'}")), "Mug");
        refused(test.send("DELETE", page(mug), Map.of()), "Mug");
        assertThat(data(live.get(page(mug))).get("status").textValue()).isEqualTo("published");
    }

    @Test
    void everything_that_a_live_page_sells_or_shows_is_covered() {
        String image = data(FileSamples.upload(live, "image", "a.png", FileSamples.png(4, 4))
                        .expect(201))
                .get("id")
                .textValue();
        Shelf offered = mug("'testmode': true,");
        Shelf mug = mug("'imageIds': ['" + image + "'], 'afterPaymentAction': 'checkout', 'redirectPageId': '"
                + offered.id() + "',");
        String bump = created(
                live,
                "/v1/products",
                "{'role': 'orderbump', 'title': 'Card', 'price': {'amount': 700, 'currency': 'eur'}}");
        live.post(page(mug) + "/order-bumps", json("{'productId': '" + bump + "'}"))
                .expect(201);
        String rate = created(live, "/v1/tax-rates", "{'displayName': 'VAT', 'percentage': 20, 'inclusive': true}");
        live.patch(product(mug), json("{'fixedTaxRateIds': ['" + rate + "']}")).expect(200);
        String field = page(mug) + "/fields/" + mug.record().at("/fields/0/id").textValue();
        refuses("PATCH", "/v1/products/" + bump, "{'price': {'amount': 1}}");
        refuses("DELETE", "/v1/products/" + bump + "?fromAllPages=true", "");
        refuses("DELETE", page(mug) + "/order-bumps/" + bump, "");
        refuses("PATCH", page(mug) + "/order-bumps/" + bump, "{'preselected': true}");
        refuses("PATCH", "/v1/tax-rates/" + rate, "{'displayName': 'Tax'}");
        refuses("DELETE", "/v1/tax-rates/" + rate, "");
        refuses("DELETE", "/v1/files/" + image, "");
        refuses("PATCH", product(offered), "{'price': {'amount': 1}}");
        Shelf confirmed = mug("'testmode': true,");
        mug("'funnelSteps': [{'type': 'confirmation', 'config': {'action': 'checkout', 'redirectPageId': '"
                + confirmed.id() + "'}}],");
        refuses("PATCH", product(confirmed), "{'price': {'amount': 1}}");
        refuses("PATCH", field, "{'label': 'Who?'}");
        // The same order bump is free to change when no live page offers it.
        live.send("DELETE", page(mug) + "/order-bumps/" + bump, Map.of()).expect(200);
        test.patch("/v1/products/" + bump, json("{'price': {'amount': 1}}")).expect(200);
    }

    private void refuses(String method, String path, String body) {
        refused(send(test, method, path, body), "Mug");
    }

    @Test
    void parts_of_a_live_event_are_covered() {
        Shelf concert = shop.event("", "", "{'name': 'Seat', 'price': 2500}");
        JsonNode group = concert.record().at("/ticketGroups/0");
        String ofGroup = "/v1/events/" + concert.id() + "/ticket-groups/"
                + group.get("id").textValue();
        String ofType =
                ofGroup + "/ticket-types/" + group.at("/ticketTypes/0/id").textValue();
        refused(test.patch("/v1/events/" + concert.id(), json("{'title': 'Free'}")), "Concert");
        refused(test.patch(ofType, json("{'price': 1}")), "Concert");
        refused(test.send("DELETE", ofGroup, Map.of()), "Concert");
        refused(test.post(ofGroup + "/ticket-types", json("{'name': 'Cheap', 'price': 1}")), "Concert");
        live.patch(ofType, json("{'price': 2600}")).expect(200);
    }

    @Test
    void a_coupon_of_a_test_key_must_not_apply_on_a_live_page() {
        String terms = "{'label': 'All', 'code': '%s', 'percentOff': 100, 'duration': 'once'%s}";
        Shelf mug = mug("");
        Shelf draft = mug("'status': 'draft',");
        refused(test.post("/v1/coupons", json(terms.formatted("ALL", ""))), "Mug");
        refused(test.post("/v1/coupons", json(terms.formatted("MUG", ", 'pageIds': ['" + mug.id() + "']"))), "Mug");
        assertThat(live.get("/v1/coupons").total()).isZero();
        String mine = created(test, "/v1/coupons", terms.formatted("DRAFT", ", 'pageIds': ['" + draft.id() + "']"));
        refused(test.patch("/v1/coupons/" + mine, json("{'pageIds': null}")), "Mug");
        test.patch("/v1/coupons/" + mine, json("{'label': 'Draft'}")).expect(200);
        String sold = created(live, "/v1/coupons", terms.formatted("SALE", ""));
        refused(test.send("DELETE", "/v1/coupons/" + sold, Map.of()), "Mug");
        live.send("DELETE", "/v1/coupons/" + sold, Map.of()).expect(200);
    }

    /** A page is being published while a test key changes its product: the change waits and is then refused. */
    @Test
    void a_change_waits_for_a_page_that_is_being_published() throws SQLException {
        Shelf draft = mug("'status': 'draft',");
        try (Connection holder = connect();
                Connection look = connect()) {
            holder.setAutoCommit(false);
            String pid = FirstColumn.of(holder, "SELECT pg_backend_pid()").get(0);
            FirstColumn.of(holder, "SELECT id FROM page WHERE id = '" + draft.id() + "' FOR UPDATE");
            CompletableFuture<Reply> publish =
                    CompletableFuture.supplyAsync(() -> live.patch(page(draft), json("{'status': 'published'}")));
            awaitWaiters(look, WAITERS.formatted(pid), "FROM page");
            CompletableFuture<Reply> change =
                    CompletableFuture.supplyAsync(() -> test.patch(product(draft), json("{'price': {'amount': 100}}")));
            awaitWaiters(look, WAITERS.formatted(pid), "catalog of");
            holder.rollback();
            publish.join().expect(200);
            refused(change.join(), "Mug");
        }
        assertThat(data(live.get(page(draft))).at("/product/price/amount").intValue())
                .isEqualTo(900);
    }

    /** The other order: the change is first, so the page is published with the changed price. */
    @Test
    void a_page_is_published_after_the_change_that_began_before() throws SQLException {
        Shelf draft = mug("'status': 'draft',");
        try (Connection holder = connect();
                Connection look = connect()) {
            holder.setAutoCommit(false);
            String pid = FirstColumn.of(holder, "SELECT pg_backend_pid()").get(0);
            FirstColumn.of(holder, "SELECT id FROM page WHERE id = '" + draft.id() + "' FOR UPDATE");
            CompletableFuture<Reply> change =
                    CompletableFuture.supplyAsync(() -> test.patch(product(draft), json("{'price': {'amount': 100}}")));
            awaitWaiters(look, WAITERS.formatted(pid), "FROM page");
            CompletableFuture<Reply> publish =
                    CompletableFuture.supplyAsync(() -> live.patch(page(draft), json("{'status': 'published'}")));
            awaitWaiters(look, WAITERS.formatted(pid), "catalog of");
            holder.rollback();
            change.join().expect(200);
            assertThat(data(publish.join().expect(200))
                            .at("/product/price/amount")
                            .intValue())
                    .isEqualTo(100);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(PostgresUrl.toJdbc(shop.gateway().databaseUrl()));
    }

    /** Waits until a transaction waits for the holder, directly or not, in a statement that contains a text. */
    private static void awaitWaiters(Connection look, String waiters, String statement) {
        assertThat(Eventually.isTrue(() -> {
                    try {
                        return FirstColumn.of(look, waiters).stream().anyMatch(query -> query.contains(statement));
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .as("waits in %s", statement)
                .isTrue();
    }

    @Test
    void a_refusal_names_the_page_of_the_own_seller_only() {
        Shelf foreign = TestShop.open().product(900);
        assertThat(List.of(
                        test.patch(product(foreign), json("{'price': {'amount': 1}}"))
                                .status(),
                        test.patch(page(foreign), json("{'title': 'Mine'}")).status()))
                .containsExactly(404, 404);
    }
}
