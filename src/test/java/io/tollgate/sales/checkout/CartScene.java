package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A seller who saves carts and reminds buyers, and a buyer who leaves. Time is that of the test clock. */
abstract class CartScene {
    static final String EMAIL = "ada@example.com";
    static final String ON = "{\"saveCustomerContactDetails\": true, \"sendReminderEmails\": true}";
    private static final Pattern LINK = Pattern.compile("http[^\"\\s]*/s/[^\"\\s<]+/(cart|reminders)/[^\"\\s<]+");

    private static final Pattern QUANTITY =
            Pattern.compile("name=\"(fields\\.[0-9a-f]{24})\" type=\"text\"[^>]* inputmode=\"numeric\"");

    final TestShop shop = TestShop.open();
    final TestApi test = shop.seller().test();
    final Buyer ada = new Buyer(shop.gateway().url(), EMAIL);

    void remind() {
        shop.seller().live().patch("/v1/account", ON).expect(200);
    }

    Shelf mug(String settings) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'testmode': true, " + settings
                + "'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]},"
                + " 'fields': [{'label': 'Pieces', 'element': 'quantity', 'required': true}]}");
    }

    /** Fills in a page up to the e-mail address, as its script saves it. */
    Map<String, String> fillIn(Buyer buyer, String path) {
        Shown page = buyer.get(path);
        Map<String, String> form = buyer.form(page);
        Matcher quantity = QUANTITY.matcher(page.html());
        if (quantity.find()) {
            form.put(quantity.group(1), "1");
        }
        return form;
    }

    Shown order(Buyer buyer, String path) {
        return buyer.post(path, fillIn(buyer, path)).expect(303);
    }

    Shown save(Buyer buyer, String path, Map<String, String> form) {
        int query = path.indexOf('?');
        String to = query < 0 ? path + "/cart" : path.substring(0, query) + "/cart" + path.substring(query);
        return buyer.post(to, form);
    }

    void leave(String path) {
        save(ada, path, fillIn(ada, path)).expect(204);
    }

    JsonNode advance(String duration) {
        Reply reply = test.post("/v1/test-clock", "{\"advance\": \"" + duration + "\"}");
        JsonNode clock = reply.expect(200).json();
        assertThat(clock.get("complete").booleanValue()).as(clock.toString()).isTrue();
        return clock;
    }

    static List<String> types(JsonNode clock) {
        return clock.get("events").findValuesAsText("type");
    }

    List<JsonNode> list(String path) {
        List<JsonNode> records = new ArrayList<>();
        test.get(path).expect(200).json().get("data").forEach(records::add);
        return records;
    }

    JsonNode only(String path) {
        List<JsonNode> records = list(path);
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    JsonNode payment() {
        return only("/v1/payments");
    }

    long reminders(String email) {
        return new OutboxReader(shop)
                .purposes(email).stream()
                        .filter(purpose -> purpose == MailPurpose.CART_REMINDER)
                        .count();
    }

    /** Returns the path and query of a link in the newest reminder. */
    String link(String kind) {
        String message =
                new OutboxReader(shop).message(EMAIL, MailPurpose.CART_REMINDER).html();
        Matcher link = LINK.matcher(message);
        while (link.find()) {
            if (link.group(1).equals(kind)) {
                URI found = URI.create(link.group());
                return found.getRawPath() + "?" + found.getRawQuery();
            }
        }
        throw new AssertionError("no link: " + message);
    }
}
