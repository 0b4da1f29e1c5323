package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each template becomes a page that sells or collects something as soon as it is published. */
class TemplatesPageTest {
    private static final Map<String, String> ADDRESS =
            Map.of("name", "Ada", "line1", "1 Main St", "city", "Austin", "state", "TX", "postalCode", "78701");

    private final TestShop shop = TestShop.open();
    private final DashboardVisitor manager = DashboardVisitor.signedIn(shop, Role.MANAGER);
    private final EditorVisit live = new EditorVisit(shop, manager, true);
    private final EditorVisit test = new EditorVisit(shop, manager, false);

    static List<String> templates() {
        return PageTemplate.ALL.stream().map(PageTemplate::id).toList();
    }

    @ParameterizedTest
    @MethodSource("templates")
    void templates_are_published_and_bought_in_test_mode(String id) {
        String created = test.create(id);
        JsonNode page = test.record(created);
        assertThat(page.get("testmode").booleanValue()).isTrue();
        TeamPagesTest.act(manager, created + "/publish", Map.of()).expect(303);
        String url = page.get("url").textValue();
        String path = url.substring(shop.gateway().url().length());
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown opened = ada.get(path).expect(200);
        Map<String, String> form = FilledForm.of(opened.html());
        ada.formAgain(opened).forEach(form::put);
        page.get("fields").forEach(field -> fill(form, field));
        choose(form, page);
        Shown ordered = ada.post(path, form).expect(303);
        // A trial needs a card for later.
        if (ada.get(ordered.path()).html().contains("<noscript>")) {
            assertThat(ada.pay(ordered.path(), "4242424242424242")).isEqualTo("succeeded");
            ada.comeBack(ordered.path()).expect(200);
        }
        assertThat(shop.settles(() -> records(page) == 1)).isTrue();
    }

    private long records(JsonNode page) {
        long records = 0;
        for (String list : List.of("payments", "bookings", "subscriptions", "submissions")) {
            records += shop.seller()
                    .test()
                    .get("/v1/" + list + "?pageId=" + page.get("id").textValue())
                    .expect(200)
                    .total();
        }
        return records;
    }

    private static void fill(Map<String, String> form, JsonNode field) {
        String name = "fields." + field.get("id").textValue();
        if (!field.path("required").asBoolean() || !form.getOrDefault(name, "").isEmpty()) {
            return;
        }
        switch (field.path("element").textValue()) {
            case "address" -> {
                for (String kind : List.of("billing", "shipping")) {
                    ADDRESS.forEach((part, value) -> form.put(name + "." + kind + "." + part, value));
                }
            }
            case "select", "multiple-choice" ->
                form.put(name, field.at("/options/0/label").textValue());
            case "checkbox" -> form.put(name, "TRUE");
            default -> form.put(name, "Something");
        }
    }

    private static void choose(Map<String, String> form, JsonNode page) {
        page.at("/product/variants")
                .forEach(variant -> form.put(
                        "variants." + variant.get("id").textValue(),
                        variant.at("/options/0/id").textValue()));
        form.keySet().stream()
                .filter(name -> name.startsWith("tickets."))
                .findFirst()
                .ifPresent(ticket -> form.put(ticket, "1"));
    }

    @Test
    void a_repeated_form_creates_one_page() {
        String path = live.home() + "/forms/new";
        Map<String, String> form = FilledForm.of(manager.get(path).expect(200).html());
        String first = manager.post(path, form).expect(303).path();
        assertThat(manager.post(path, form).expect(303).path()).isEqualTo(first);
        assertThat(shop.seller().live().get("/v1/forms").total()).isEqualTo(1);
    }

    @Test
    void a_page_needs_a_template_and_a_currency() {
        String path = live.home() + "/events/new";
        Map<String, String> form = new HashMap<>(FilledForm.of(manager.get(path).html()));
        form.put("currency", "???");
        assertThat(manager.post(path, form).expect(400).html()).contains("must be the code of a currency", "???");
        form.put("currency", "eur");
        form.put("template", "contact");
        assertThat(manager.post(path, form).expect(400).html()).contains("Choose a template.");
        assertThat(shop.seller().live().get("/v1/events").total()).isZero();
    }
}
