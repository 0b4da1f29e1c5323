package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Members change each part of a page. A form that is saved unchanged changes nothing. */
class PageEditorTest {
    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final EditorVisit visit = new EditorVisit(shop, DashboardVisitor.signedIn(shop, Role.MANAGER), true);

    static List<String> templates() {
        return PageTemplate.ALL.stream().map(PageTemplate::id).toList();
    }

    @ParameterizedTest
    @MethodSource("templates")
    void sections_saved_unchanged_change_nothing(String id) {
        String page = visit.create(id);
        JsonNode before = visit.record(page);
        assertThat(before.get("status").textValue()).isEqualTo("draft");
        assertThat(before.get("testmode").booleanValue()).isFalse();
        for (EditorSection section : EditorSection.values()) {
            if (EditorSection.named(PageTemplate.named(id).list(), section.path()) != null) {
                Shown saved = visit.save(page, section.path(), Map.of()).expect(303);
                assertThat(saved.path()).as(section.path()).endsWith("?done=same");
                assertThat(visit.record(page)).isEqualTo(before);
            }
        }
    }

    @Test
    void texts_are_saved_and_shown_as_text() {
        String page = visit.create("e-book");
        String attack = "\"><script>alert(1)</script>";
        visit.save(page, "texts", Map.of("name", attack, "title", "<b>Bold</b>", "slug", "my-book"))
                .expect(303);
        assertThat(visit.record(page).get("name").textValue()).isEqualTo(attack);
        assertThat(visit.record(page).get("slug").textValue()).isEqualTo("my-book");
        for (String below : List.of("/editor/texts", "/share", "")) {
            assertThat(visit.get(page + below).expect(200).html())
                    .as(below)
                    .doesNotContain("<script>alert", "<b>Bold")
                    .contains("&lt;script&gt;alert");
        }
    }

    @Test
    void long_texts_are_saved() {
        String page = visit.create("contact");
        String text = "ä\n".repeat(45_000) + "end";
        visit.save(page, "texts", Map.of("description", text)).expect(303);
        assertThat(visit.record(page).get("description").textValue()).isEqualTo(text);
        assertThat(visit.save(page, "texts", Map.of()).expect(303).path()).endsWith("?done=same");
    }

    @Test
    void problems_are_shown_at_their_inputs_with_the_entered_values() {
        String page = visit.create("physical-product");
        Shown unknown = visit.save(
                        page, "product", Map.of("prices[0].amount", "12,5x", "prices[0].currency", "eur", "sku", "A-1"))
                .expect(400);
        assertThat(unknown.html())
                .contains("id=\"error-prices[0].amount\"", "must be an amount, like 12.50", "value=\"12,5x\"")
                .contains("value=\"A-1\"");
        Shown bare = visit.save(page, "product", Map.of("prices[0].currency", "zzz", "prices[0].amount", "12"))
                .expect(400);
        assertThat(bare.html()).contains("needs a currency", "value=\"zzz\"");
        Map<String, String> low = Map.of("prices[0].payWhatYouWant", "true", "prices[0].pwywSuggestedPrice", "1");
        assertThat(visit.save(page, "product", low).expect(400).html())
                .contains("id=\"error-prices[0].pwywSuggestedPrice\"", "must not be less than amount");
        String club = visit.create("membership");
        assertThat(visit.save(club, "product", Map.of("limitPayments.enabled", "true"))
                        .expect(400)
                        .html())
                .contains("id=\"error-limitPayments.enabled\"", "only for one-time payments");
        Shown link = visit.save(
                        page, "confirmation", Map.of("redirectUrl", "nowhere", "afterPaymentAction", "redirect"))
                .expect(400);
        assertThat(link.html()).contains("id=\"error-redirectUrl\"", "value=\"nowhere\"");
        assertThat(visit.record(page).at("/product/price/amount").asInt()).isEqualTo(2_500);
    }

    @Test
    void amounts_have_the_decimals_of_the_currency() {
        String page = visit.create("e-book");
        Map<String, String> yen = Map.of("prices[0].currency", "JPY", "prices[0].amount", "1900");
        visit.save(page, "product", yen).expect(303);
        assertThat(visit.record(page).at("/product/price/amount").asInt()).isEqualTo(1_900);
        assertThat(visit.record(page).at("/product/price/currency").textValue()).isEqualTo("jpy");
        assertThat(visit.save(page, "product", Map.of("prices[0].amount", "19.50"))
                        .expect(400)
                        .html())
                .contains("must be a whole amount, like 12");
    }

    @Test
    void prices_variants_and_options_are_added_moved_and_removed() {
        String page = visit.create("physical-product");
        Map<String, String> form = visit.press(page, "product", visit.form(page, "product"), "add prices");
        form.putAll(Map.of(
                "prices[1].amount", "60", "prices[1].label", "Three parts", "prices[1].paymentPlan.interval", "month"));
        form.putAll(Map.of("prices[1].paymentPlan.intervalCount", "1", "prices[1].paymentPlan.planIterations", "3"));
        form = visit.press(page, "product", form, "up prices[1]");
        assertThat(form).containsEntry("prices[0].label", "Three parts").containsEntry("prices[1].amount", "25.00");
        visit.send(page, "product", form).expect(303);
        JsonNode product = visit.record(page).get("product");
        assertThat(product.at("/prices/0/paymentPlan/planIterations").asInt()).isEqualTo(3);
        assertThat(product.at("/prices/1/amount").asInt()).isEqualTo(2_500);

        Map<String, String> variants =
                visit.press(page, "variants", visit.form(page, "variants"), "remove variants[0].options[0]");
        variants = visit.press(page, "variants", variants, "down variants[0].options[0]");
        variants.put("variants[0].options[0].name", "Large");
        visit.send(page, "variants", variants).expect(303);
        JsonNode options = visit.record(page).at("/product/variants/0/options");
        assertThat(options).hasSize(3);
        assertThat(options.at("/0/name").textValue()).isEqualTo("Large");
        assertThat(options.at("/0/id")).isEqualTo(product.at("/variants/0/options/2/id"));
    }

    @Test
    void fields_are_added_changed_moved_and_removed() {
        String page = visit.create("contact");
        JsonNode before = visit.record(page).get("fields");
        Map<String, String> form = visit.press(page, "fields", visit.form(page, "fields"), "up fields[3]");
        form.put("fields[3].options", "A question\nAn invoice\nSomething else\n");
        form = visit.press(page, "fields", form, "add fields");
        form.putAll(Map.of("fields[4].label", "Phone", "fields[4].element", "phone"));
        visit.send(page, "fields", form).expect(303);
        JsonNode after = visit.sorted(page);
        assertThat(after.findValuesAsText("label"))
                .containsSubsequence("Message", "Subject", "A question", "An invoice", "Something else", "Phone");
        assertThat(after.at("/3/options/1/id")).isEqualTo(before.at("/2/options/1/id"));
        form = visit.press(page, "fields", visit.form(page, "fields"), "remove fields[2]");
        visit.send(page, "fields", form).expect(303);
        assertThat(visit.sorted(page)).hasSize(4);
        Map<String, String> bare = visit.press(page, "fields", visit.form(page, "fields"), "remove fields[1]");
        assertThat(visit.send(page, "fields", bare).expect(409).html()).contains("e-mail address");
        Map<String, String> empty = visit.press(page, "fields", visit.form(page, "fields"), "add fields");
        empty.put("fields[0].label", "Your name");
        assertThat(visit.send(page, "fields", empty).expect(400).html()).contains("id=\"error-fields[4].label\"");
        assertThat(visit.sorted(page).at("/0/label").textValue()).isEqualTo("Name");
    }

    @Test
    void tickets_are_added_changed_and_archived() {
        String page = visit.create("concert");
        String form = "tickets";
        Map<String, String> tickets = visit.form(page, form);
        tickets.put("ticketGroups[0].ticketTypes[0].price", "39.50");
        tickets = visit.press(page, form, tickets, "add ticketGroups[0].ticketTypes");
        tickets.put("ticketGroups[0].ticketTypes[2].name", "Child");
        tickets.put("ticketGroups[0].ticketTypes[2].price", "10");
        tickets = visit.press(page, form, tickets, "add ticketGroups");
        tickets.put("ticketGroups[2].name", "Box");
        tickets = visit.press(page, form, tickets, "remove ticketGroups[1]");
        visit.send(page, form, tickets).expect(303);
        JsonNode groups = visit.record(page).get("ticketGroups");
        assertThat(groups.at("/0/ticketTypes/0/price").asInt()).isEqualTo(3_950);
        assertThat(groups.at("/0/ticketTypes/2/name").textValue()).isEqualTo("Child");
        assertThat(groups.at("/1/status").textValue()).isEqualTo("archived");
        assertThat(groups.at("/2/name").textValue()).isEqualTo("Box");
        assertThat(visit.get(page + "/editor/tickets").html()).doesNotContain("Balcony");
    }

    @Test
    void settings_of_other_sections_are_saved() {
        String page = visit.create("concert");
        visit.save(page, "date", Map.of("eventDetails.location", "Old hall", "eventDetails.timezone", "Europe/Berlin"))
                .expect(303);
        visit.save(page, "payment", Map.of("paymentMethods.processor.agpay.enabled", "-"))
                .expect(303);
        visit.save(page, "mails", Map.of("notifyEmail", "box@example.com", "checkoutAbandonment.disableEmails", "true"))
                .expect(303);
        visit.save(page, "legal", Map.of("invoiceSettings.bankDetails", "IBAN\nBIC"))
                .expect(303);
        visit.save(page, "design", Map.of("allowedEmbedOrigins", "https://a.example\nhttps://b.example"))
                .expect(303);
        visit.save(page, "tracking", Map.of("googleIndex", "-")).expect(303);
        JsonNode event = visit.record(page);
        assertThat(event.at("/eventDetails/location").textValue()).isEqualTo("Old hall");
        assertThat(event.at("/paymentMethods/processor/agpay/enabled").booleanValue())
                .isFalse();
        assertThat(event.at("/checkoutAbandonment/disableEmails").booleanValue())
                .isTrue();
        assertThat(event.at("/invoiceSettings/bankDetails").textValue()).isEqualTo("IBAN\nBIC");
        assertThat(event.get("allowedEmbedOrigins")).hasSize(2);
        assertThat(event.get("googleIndex").booleanValue()).isFalse();
    }

    @Test
    void a_change_of_somebody_else_is_a_conflict() {
        String page = visit.create("e-book");
        Map<String, String> form = visit.form(page, "texts");
        form.put("title", "Mine");
        api.patch(visit.target(page), "{\"title\": \"Theirs\"}").expect(200);
        Shown conflict = visit.send(page, "texts", form).expect(412);
        assertThat(conflict.html()).contains("Somebody has changed the page", "value=\"Mine\"", "Saved now: Theirs");
        assertThat(visit.record(page).get("title").textValue()).isEqualTo("Theirs");
        visit.send(page, "texts", FilledForm.of(conflict.html())).expect(303);
        assertThat(visit.record(page).get("title").textValue()).isEqualTo("Mine");
    }

    @Test
    void parts_that_somebody_else_has_added_or_removed_stay_what_they_are() {
        String page = visit.create("contact");
        String fields = visit.target(page) + "/fields";
        Map<String, String> form = visit.form(page, "fields");
        form.put("fields[3].label", "Your message");
        JsonNode before = visit.sorted(page);
        String subject = before.at("/2/id").textValue();
        api.send("DELETE", fields + "/" + subject, Map.of(), "").expect(200);
        api.post(fields, "{\"label\": \"Order number\", \"order\": 9}").expect(201);
        Shown conflict = visit.send(page, "fields", form).expect(412);
        assertThat(conflict.html()).contains("value=\"Order number\"", "Saved now: Message");
        visit.send(page, "fields", FilledForm.of(conflict.html())).expect(303);
        JsonNode after = visit.sorted(page);
        assertThat(after).hasSize(5);
        assertThat(after.findValuesAsText("label")).contains("Subject", "Your message", "Order number");
        JsonNode message = after.valueStream()
                .filter(field -> field.get("label").textValue().equals("Your message"))
                .findFirst()
                .orElseThrow();
        assertThat(message.get("id")).isEqualTo(before.at("/3/id"));
    }

    @Test
    void tickets_that_somebody_else_has_changed_are_a_conflict() {
        String page = visit.create("meetup");
        Map<String, String> form = visit.form(page, "tickets");
        form.put("ticketGroups[0].capacity", "30");
        String group = visit.record(page).at("/ticketGroups/0/id").textValue();
        api.patch(visit.target(page) + "/ticket-groups/" + group, "{\"name\": \"Chairs\"}")
                .expect(200);
        assertThat(visit.send(page, "tickets", form).expect(412).html()).contains("Saved now: Chairs");
    }

    @Test
    void published_archived_and_copied() {
        String page = visit.create("contact");
        TeamPagesTest.act(visit.member(), page + "/publish", Map.of()).expect(303);
        ObjectNode published = visit.record(page);
        assertThat(published.get("status").textValue()).isEqualTo("published");
        assertThat(visit.get(page + "/editor/texts").html())
                .contains("Unpublish")
                .doesNotContain("<iframe");
        TeamPagesTest.act(visit.member(), page + "/unpublish", Map.of()).expect(303);
        assertThat(visit.record(page).get("status").textValue()).isEqualTo("draft");
        Shown copied =
                TeamPagesTest.act(visit.member(), page + "/duplicate", Map.of()).expect(303);
        String editor = visit.get(copied.path()).expect(303).path();
        assertThat(visit.get(editor).expect(200).html()).contains("This is the copy.", "(copy)");
        TeamPagesTest.act(visit.member(), page + "/archive", Map.of()).expect(303);
        assertThat(visit.record(page).get("status").textValue()).isEqualTo("archived");
    }
}
