package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The limits of orders on hosted pages are those of the API, and pages say which one an order exceeds. */
class OrderLimitsTest {
    private static final long TOTAL_MAX = 99_999_999;

    private final TestShop shop = TestShop.open();

    private Shown order(String path, Map<String, String> form) {
        return new Buyer(shop.gateway().url(), "ada@example.com").order(path, form);
    }

    private Shelf tea(long price, String quantityField) {
        return shop.page("{'name': 'Tea', 'locale': 'en-US', 'productData': {'title': 'Tea', 'prices': [{'amount': "
                + price + ", 'currency': 'eur'}]}, 'fields': [{'label': 'Pieces', 'element': 'quantity'"
                + quantityField + "}]}");
    }

    private static String pieces(Shelf page) {
        for (JsonNode field : page.record().get("fields")) {
            if (field.get("element").textValue().equals("quantity")) {
                return "fields." + field.get("id").textValue();
            }
        }
        throw new AssertionError(page.record());
    }

    private String message(Shelf page, String quantity) {
        String html =
                order(page.path(), Map.of(pieces(page), quantity)).expect(422).html();
        return html.replaceAll("(?s).*<p class=\"error\"[^>]*>([^<]*)<.*", "$1");
    }

    @Test
    void totalThatIsTooHighIsSaidInEachLanguage() {
        Shelf page = tea(TOTAL_MAX, "");
        for (String language : Messages.LANGUAGES) {
            Messages messages = Messages.of(language, null);
            assertThat(order(page.path() + "?lang=" + language, Map.of(pieces(page), "2"))
                            .expect(422)
                            .html())
                    .contains(messages.text("error.total", messages.money(TOTAL_MAX, "eur")))
                    .doesNotContain(messages.text("error.number"));
        }
        assertThat(message(page, "2")).isEqualTo("The total is too high. An order can cost at most €999,999.99.");
        order(page.path(), Map.of(pieces(page), "1")).expect(303);
    }

    @Test
    void quantityHasTheLimitOfTheApi() {
        Shelf page = tea(0, "");
        assertThat(message(page, "1001")).isEqualTo("Enter a number from 1 to 1,000.");
        assertThat(message(page, "0")).isEqualTo("Enter a number from 1 to 1,000.");
        order(page.path(), Map.of(pieces(page), "1000")).expect(303);
        shop.seller().live().post("/v1/quotes", quote(page, 1_001)).expect(400);
        shop.seller().live().post("/v1/quotes", quote(page, 1_000)).expect(200);
    }

    private static String quote(Shelf page, int quantity) {
        return "{\"pageId\": \"" + page.id() + "\", \"quantity\": " + quantity + "}";
    }

    @Test
    void limitsOfTheFieldAreSaidInstead() {
        Shelf page = tea(
                0, ", 'minValue': {'enabled': true, 'value': '2'}, 'maxValue': {'enabled': true," + " 'value': '20'}");
        for (String quantity : new String[] {"0", "1", "21", "1001"}) {
            assertThat(message(page, quantity)).isEqualTo("Enter a number from 2 to 20.");
        }
    }

    @Test
    void ticketsHaveTheLimitsOfTheApi() {
        Shelf event = shop.event(
                "",
                "",
                "{'name': 'Seat', 'maxQuantity': 5000, 'price': " + TOTAL_MAX
                        + "}, {'name': 'Place', 'maxQuantity': 5000, 'price': 0}");
        String seat = type(event, 0);
        String place = type(event, 1);
        assertThat(order(event.path(), Map.of(seat, "600", place, "401"))
                        .expect(422)
                        .html())
                .contains("Choose at most 1000 tickets in total.")
                .doesNotContain("Choose at least one ticket.");
        assertThat(order(event.path(), Map.of(seat, "2")).expect(422).html())
                .contains("The total is too high.")
                .doesNotContain("Choose at least one ticket.");
        assertThat(order(event.path(), Map.of(place, "1001")).expect(422).html())
                .contains("Enter a number from 1 to 1000.");
        String quote = "{\"eventId\": \"" + event.id() + "\", \"tickets\": {\"" + id(seat) + "\": 600, \"" + id(place)
                + "\": 401}}";
        assertThat(shop.seller().live().post("/v1/quotes", quote).expect(400).problems())
                .containsExactly("tickets");
    }

    private static String id(String input) {
        return input.substring(input.indexOf('.') + 1);
    }

    private static String type(Shelf event, int number) {
        return "tickets."
                + event.record()
                        .at("/ticketGroups/0/ticketTypes/" + number + "/id")
                        .textValue();
    }
}
