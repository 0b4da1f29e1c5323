package io.tollgate.dashboard;

import static io.tollgate.dashboard.TeamPagesTest.act;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Members create, change and delete what the seller sells with, and connect other systems. */
class CatalogActionsTest {
    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final String home = "/dashboard/" + shop.seller().name();
    private final DashboardVisitor manager = member(Role.MANAGER);

    private DashboardVisitor member(Role role) {
        return DashboardVisitor.signedIn(shop, role);
    }

    private JsonNode first(String list) {
        return api.get("/v1/" + list).expect(200).json().at("/data/0");
    }

    /** Creates a record with a form, and returns its page. */
    private String create(String list, Map<String, String> values) {
        String path =
                act(manager, home + "/" + list + "/new", values).expect(303).path();
        assertThat(path).endsWith("?done=new");
        assertThat(manager.get(path).expect(200).html()).contains("Done: created.");
        return path.substring(0, path.indexOf('?'));
    }

    private void delete(String record) {
        String list = record.substring(0, record.lastIndexOf('/'));
        Shown after = act(manager, record + "/delete", Map.of()).expect(303);
        assertThat(after.path()).isEqualTo(list + "?done=delete");
        assertThat(manager.get(after.path()).expect(200).html()).contains("Done: deleted.");
    }

    @Test
    void couponsHaveAmountsOfTheirCurrency() {
        String coupon = create(
                "coupons",
                Map.of(
                        "label", "Spring",
                        "code", "SPRING",
                        "amountOff", "12.50",
                        "currency", "eur",
                        "duration", "once"));
        assertThat(first("coupons").get("amountOff").asLong()).isEqualTo(1_250);
        act(manager, coupon + "/edit", Map.of("label", "Summer", "maxRedemptions", "5"))
                .expect(303);
        assertThat(first("coupons").get("label").textValue()).isEqualTo("Summer");
        assertThat(first("coupons").get("maxRedemptions").asLong()).isEqualTo(5);
        delete(coupon);
        create("coupons", Map.of("label", "Tenth", "code", "TENTH", "percentOff", "7,5", "duration", "forever"));
        assertThat(first("coupons").get("percentOff").decimalValue()).isEqualByComparingTo("7.5");
    }

    @Test
    void wrongValuesAreNamedAtTheirInputs() {
        String path = home + "/coupons/new";
        Map<String, String> both = Map.of(
                "label",
                "Both",
                "code",
                "BOTH",
                "amountOff",
                "1",
                "currency",
                "eur",
                "percentOff",
                "5",
                "duration",
                "once");
        assertThat(act(manager, path, both).expect(400).html()).contains("cannot be given together with amountOff");
        Map<String, String> words = Map.of("label", "Words", "code", "WORDS", "percentOff", "half", "duration", "once");
        assertThat(act(manager, path, words).expect(400).html()).contains("must be a number, like 7.5");
        Map<String, String> bare = Map.of("label", "Bare", "code", "BARE", "amountOff", "12.50", "duration", "once");
        assertThat(act(manager, path, bare).expect(400).html()).contains("needs a currency");
        assertThat(api.get("/v1/coupons").total()).isZero();
    }

    @Test
    void taxRatesAreCreatedChangedAndDeleted() {
        String rate = create("tax-rates", Map.of("displayName", "VAT", "percentage", "7.5", "inclusive", "true"));
        assertThat(first("tax-rates").get("percentage").decimalValue()).isEqualByComparingTo("7.5");
        act(manager, rate + "/edit", Map.of("displayName", "Reduced VAT")).expect(303);
        assertThat(first("tax-rates").get("displayName").textValue()).isEqualTo("Reduced VAT");
        delete(rate);
    }

    @Test
    void secretsOfWebhooksAreShownOnce() {
        String path = home + "/webhooks";
        String secret = act(
                        manager,
                        path + "/new",
                        Map.of("name", "Stock", "url", "https://hooks.example.com/", "events", "payment.created"))
                .expect(200)
                .html();
        assertThat(secret).contains("whsec_", "Shown once");
        String webhook = path + "/" + first("webhooks").get("id").textValue();
        assertThat(manager.get(webhook).expect(200).html()).doesNotContain("whsec_");
        act(manager, webhook + "/edit", Map.of("name", "Stock and mail")).expect(303);
        assertThat(first("webhooks").get("name").textValue()).isEqualTo("Stock and mail");
        assertThat(first("webhooks").get("events")).hasSize(1);
        delete(webhook);
        assertThat(act(manager, path + "/new", Map.of("name", "None", "url", "https://hooks.example.com/"))
                        .expect(400)
                        .html())
                .contains("required");
    }

    @Test
    void listsAreShownBeforeTheyChange() {
        Shelf mug = shop.page("{'name': 'Mug', 'productData': {'title': 'Mug', 'prices': [{'amount': 900, 'currency':"
                + " 'eur'}]}}");
        Map<String, String> webhook = Map.of(
                "name", "Stock", "url", "https://hooks.example.com/", "events", "payment.created", "pageId", mug.id());
        assertThat(preview("webhooks/new", webhook).html()).contains("Events", "payment.created");
        Map<String, String> coupon =
                Map.of("label", "One", "code", "ONE", "percentOff", "5", "duration", "once", "pageIds", mug.id());
        assertThat(preview("coupons/new", coupon).html()).contains("<dt>Pages<", "<strong>Mug<");
        String created = create("coupons", coupon);
        String edit = created.substring(home.length() + 1) + "/edit";
        Shown everywhere = preview(edit, Map.of("label", "One"));
        assertThat(everywhere.html()).contains(">Mug</span> → <strong>All<");
        manager.post(home + "/" + edit, manager.browser().form(everywhere)).expect(303);
        assertThat(first("coupons").get("pageIds")).isEmpty();
    }

    /** Sends a form without the pages that it has chosen. */
    private Shown preview(String path, Map<String, String> values) {
        Shown form = manager.get(home + "/" + path).expect(200);
        Map<String, String> sent = new HashMap<>(manager.browser().form(form));
        sent.remove("pageIds");
        sent.putAll(values);
        return manager.post(home + "/" + path, sent).expect(200);
    }

    @Test
    void exportsArePlanned() {
        String export = create("exports", Map.of("list", "payments", "format", "csv", "schedule", "weekly"));
        assertThat(first("exports").get("schedule").textValue()).isEqualTo("weekly");
        delete(export);
    }

    @Test
    void pagesAndProductsAreChanged() {
        Shelf mug = shop.page("{'name': 'Mug', 'productData': {'title': 'Mug', 'prices': [{'amount': 900, 'currency':"
                + " 'eur'}]}}");
        shop.page("{'name': 'Cup', 'slug': 'cup', 'productData': {'title': 'Cup', 'prices': [{'amount': 900,"
                + " 'currency': 'eur'}]}}");
        String page = home + "/checkout-pages/" + mug.id();
        EditorVisit visit = new EditorVisit(shop, manager, true);
        assertThat(visit.save(page, "texts", Map.of("slug", "cup")).expect(409).html())
                .contains("slug", "role=\"alert\"");
        visit.save(page, "texts", Map.of("slug", "big-mug")).expect(303);
        act(manager, page + "/archive", Map.of()).expect(303);
        JsonNode changed = api.get("/v1/checkout-pages/" + mug.id()).json().get("data");
        assertThat(changed.get("slug").textValue()).isEqualTo("big-mug");
        assertThat(changed.get("status").textValue()).isEqualTo("archived");
        String product = mug.record().at("/product/id").textValue();
        act(manager, home + "/products/" + product + "/edit", Map.of("title", "Big mug", "stock", "7"))
                .expect(303);
        assertThat(api.get("/v1/products/" + product).json().at("/data/title").textValue())
                .isEqualTo("Big mug");
    }

    @Test
    void rolesWithoutTheScopeCreateNothing() {
        DashboardVisitor support = member(Role.SUPPORT);
        for (String list : new String[] {"coupons", "tax-rates", "webhooks", "exports"}) {
            assertThat(support.get(home + "/" + list + "/new").status())
                    .as(list)
                    .isIn(403, 404);
        }
        assertThat(api.get("/v1/coupons").total()).isZero();
    }

    @Test
    void callsAreListedWithTheirErrors() {
        String id =
                String.valueOf(api.get("/v1/payments?limit=none").expect(400).header("Request-Id"));
        TestSeller.await(shop.gateway().writeRequestLog());
        String html =
                manager.get(home + "/request-log?requestId=" + id).expect(200).html();
        assertThat(html).contains(id, "/v1/payments", "validation_failed");
        String errors = manager.get(home + "/errors").expect(200).html();
        assertThat(errors).contains("validation_failed", "limit", "/v1/payments");
        Matcher calls = Pattern.compile("href=\"([^\"]*request-log[?]errorCode=[^\"]*)\"")
                .matcher(errors);
        assertThat(calls.find()).isTrue();
        assertThat(manager.get(calls.group(1).replace("&amp;", "&")).expect(200).html())
                .contains("/v1/payments");
    }
}
