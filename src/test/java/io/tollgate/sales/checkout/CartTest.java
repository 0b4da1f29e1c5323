package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Carts that buyers leave: saved, abandoned, reminded of, restored and ordered. */
class CartTest extends CartScene {
    private static final String QUANTITY = "fields.";

    private static Map<String, String> pieces(Map<String, String> form, String quantity) {
        form.replaceAll((name, value) -> name.startsWith(QUANTITY) && value.equals("1") ? quantity : value);
        return form;
    }

    @Test
    void leftCartIsADraftThenAbandonedThenRecovered() {
        remind();
        Shelf mug = mug("");
        Map<String, String> form = pieces(fillIn(ada, mug.path() + "?from=mail"), "3");
        save(ada, mug.path() + "?from=mail", form).expect(204);
        JsonNode draft = payment();
        assertThat(draft.get("status").textValue()).isEqualTo("draft");
        assertThat(draft.get("customerEmail").textValue()).isEqualTo(EMAIL);
        assertThat(draft.get("customerId").isNull()).isTrue();
        assertThat(draft.get("quantity").intValue()).isEqualTo(3);
        assertThat(draft.get("amount").longValue()).isEqualTo(5_700);
        assertThat(draft.get("isAbandoned").booleanValue()).isFalse();
        assertThat(types(advance("PT1H"))).containsExactly("cart.abandoned", "cart.reminded");
        JsonNode left = only("/v1/payments?abandonmentStatus=abandoned");
        assertThat(left.get("status").textValue()).isEqualTo("draft");
        assertThat(left.get("abandonedCartEmailStatus").textValue()).isEqualTo("first_sent");
        assertThat(left.get("abandonedCartEmailSentAt").isNull()).isFalse();

        Buyer phone = new Buyer(shop.gateway().url(), "ignored@example.com");
        String link = link("cart");
        Shown redirect = phone.get(link).expect(303);
        assertThat(redirect.path()).contains(mug.path(), "from=mail", "cart=").doesNotContain("example.com");
        Shown page = phone.get(redirect.path());
        assertThat(page.expect(200).html()).contains("Your entries were restored", EMAIL, "€57.00");
        Map<String, String> restored = ada.formAgain(page);
        phone.post(redirect.path(), restored).expect(303);
        JsonNode paid = only("/v1/payments?abandonmentStatus=recovered");
        assertThat(paid.get("id")).isEqualTo(draft.get("id"));
        assertThat(paid.get("orderId")).isEqualTo(draft.get("orderId"));
        assertThat(paid.get("status").textValue()).isEqualTo("paid");
        assertThat(paid.get("quantity").intValue()).isEqualTo(3);
        assertThat(paid.get("recoveredAt").isNull()).isFalse();
        assertThat(paid.get("queryParameters").has("cart")).isFalse();
        assertThat(paid.at("/queryParameters/from").textValue()).isEqualTo("mail");
        assertThat(types(advance("P3D"))).isEmpty();
        assertThat(reminders(EMAIL)).isEqualTo(1);
        assertThat(phone.get(link).expect(303).path()).contains("cart=");
        assertThat(phone.get(redirect.path()).expect(200).html()).contains("no longer saved");
    }

    @Test
    void restoredCartIsNotStored() {
        remind();
        Shelf mug = mug("");
        save(ada, mug.path(), fillIn(ada, mug.path())).expect(204);
        advance("PT1H");
        Shown restored = ada.get(link("cart")).expect(303);
        Reply page =
                new TestApi(shop.gateway().url(), null).get(restored.path()).expect(200);
        assertThat(page.header("Cache-Control")).isEqualTo("no-store");
        assertThat(page.header("X-Robots-Tag")).isEqualTo("noindex");
    }

    @Test
    void remindersAreSentAfter1And24And48HoursAndTheCartExpires() {
        remind();
        leave(mug("").path());
        Instant start = Instant.parse(payment().get("createdAt").textValue());
        JsonNode clock = advance("P31D");
        assertThat(types(clock))
                .containsExactly("cart.abandoned", "cart.reminded", "cart.reminded", "cart.reminded", "cart.expired");
        assertThat(clock.get("events").findValuesAsText("at").stream()
                        .map(at -> Duration.between(start, Instant.parse(at)).toHours()))
                .containsExactly(1L, 1L, 24L, 48L, 720L);
        JsonNode expired = payment();
        assertThat(expired.get("status").textValue()).isEqualTo("draft_expired");
        assertThat(expired.get("abandonmentStatus").textValue()).isEqualTo("abandoned");
        assertThat(expired.get("abandonedCartEmailStatus").textValue()).isEqualTo("third_sent");
        assertThat(expired.get("amountDue").longValue()).isZero();
    }

    @Test
    void orderBeforeTheHourIsTheSameRecordAndNotAbandoned() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        Object id = payment().get("id");
        order(ada, mug.path());
        assertThat(payment().get("id")).isEqualTo(id);
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
        assertThat(payment().get("isAbandoned").booleanValue()).isFalse();
        assertThat(types(advance("P31D"))).isEmpty();
        assertThat(reminders(EMAIL)).isZero();
    }

    @Test
    void orderInAnotherBrowserWithTheSameAddressCompletesTheCart() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        order(new Buyer(shop.gateway().url(), EMAIL), mug.path());
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
        assertThat(types(advance("P3D"))).isEmpty();
    }

    @Test
    void cartThatIsSavedAfterItsOrderIsNotReminded() {
        remind();
        Shelf mug = mug("");
        Map<String, String> form = fillIn(ada, mug.path());
        ada.post(mug.path(), form).expect(303);
        save(ada, mug.path(), form).expect(204);
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
        assertThat(types(advance("P3D"))).isEmpty();
        assertThat(reminders(EMAIL)).isZero();
    }

    /** The order has the time of its cart, which is older. */
    @Test
    void cartThatIsSavedAfterTheOrderOfAnOldOneIsNotReminded() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        advance("PT30M");
        Map<String, String> form = fillIn(ada, mug.path());
        ada.post(mug.path(), form).expect(303);
        save(ada, mug.path(), form).expect(204);
        assertThat(payment().get("status").textValue()).isEqualTo("paid");
        advance("PT10M");
        save(ada, mug.path(), form).expect(204);
        assertThat(list("/v1/payments?status=draft")).hasSize(1);
        assertThat(types(advance("PT1H"))).containsExactly("cart.abandoned", "cart.reminded");
    }

    @Test
    void laterSavesChangeTheCartAndDelayTheReminder() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        advance("PT50M");
        save(ada, mug.path(), pieces(fillIn(ada, mug.path()), "2")).expect(204);
        assertThat(types(advance("PT50M"))).isEmpty();
        assertThat(payment().get("quantity").intValue()).isEqualTo(2);
        assertThat(types(advance("PT10M"))).containsExactly("cart.abandoned", "cart.reminded");
    }

    @Test
    void ticketsAndSubscriptionsBecomeDraftsOfTheirOwnKinds() {
        remind();
        Shelf concert = shop.event(
                "'testmode': true, ", "", "{'name': 'Seat', 'price': 2500, 'capacity': 5, 'pricing': 'paid'}");
        Map<String, String> form = fillIn(ada, concert.path());
        form.keySet().stream()
                .filter(name -> name.startsWith("tickets."))
                .toList()
                .forEach(name -> form.put(name, "2"));
        save(ada, concert.path(), form).expect(204);
        Shelf box = shop.page("{'name': 'Box', 'testmode': true, 'productData': {'title': 'Box', 'prices': [{'amount':"
                + " 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}");
        leave(box.path());
        JsonNode booking = only("/v1/bookings");
        assertThat(booking.get("status").textValue()).isEqualTo("draft");
        assertThat(booking.at("/tickets/0/quantity").intValue()).isEqualTo(2);
        assertThat(list("/v1/tickets")).isEmpty();
        JsonNode subscription = only("/v1/subscriptions");
        assertThat(subscription.get("status").textValue()).isEqualTo("draft");
        advance("PT1H");
        // One reminder at a time: the seller has reminded the address a moment before.
        assertThat(reminders(EMAIL)).isEqualTo(1);
        assertThat(only("/v1/subscriptions?abandonmentStatus=abandoned")
                        .get("isAbandoned")
                        .booleanValue())
                .isTrue();
        assertThat(only("/v1/bookings?abandonmentStatus=abandoned").get("id")).isEqualTo(booking.get("id"));
        Shown order = ada.order(box.path()).expect(303);
        assertThat(ada.pay(order.path(), "4242424242424242")).isEqualTo("succeeded");
        ada.comeBack(order.path()).expect(200);
        JsonNode begun = only("/v1/subscriptions?abandonmentStatus=recovered");
        assertThat(begun.get("id")).isEqualTo(subscription.get("id"));
        assertThat(begun.get("status").textValue()).isEqualTo("active");
        assertThat(begun.get("abandonedCartEmailStatus").textValue())
                .isEqualTo(begun.get("abandonedCartEmailSentAt").isNull() ? "skipped" : "converted");
        assertThat(types(advance("P32D"))).contains("subscription.renewed", "cart.expired");
    }

    @Test
    void ticketsAreThoseOfTheOrderAndNotOfTheCart() {
        remind();
        Shelf concert = shop.event(
                "'testmode': true, ",
                "'limitRegistrations': {'enabled': true}, ",
                "{'name': 'Seat', 'price': 2500, 'capacity': 5, 'pricing': 'paid'}");
        Map<String, String> form = fillIn(ada, concert.path());
        form.replaceAll((name, value) -> name.startsWith("tickets.") ? "2" : value);
        save(ada, concert.path(), form).expect(204);
        Object id = only("/v1/bookings").get("id");
        advance("PT2H");
        ada.post(concert.path(), form).expect(303);
        JsonNode booking = only("/v1/bookings?abandonmentStatus=recovered");
        assertThat(booking.get("id")).isEqualTo(id);
        assertThat(booking.get("status").textValue()).isEqualTo("paid");
        List<JsonNode> tickets = list("/v1/tickets");
        assertThat(tickets).hasSize(2).allSatisfy(ticket -> {
            assertThat(ticket.get("bookingId")).isEqualTo(id);
            Instant ordered = Instant.parse(ticket.get("createdAt").textValue());
            assertThat(ordered)
                    .isAfter(Instant.parse(booking.get("createdAt").textValue()).plus(Duration.ofHours(1)));
        });
        Map<String, String> again = fillIn(ada, concert.path());
        again.replaceAll((name, value) -> name.startsWith("tickets.") ? "1" : value);
        assertThat(ada.post(concert.path(), again).status()).isEqualTo(403);
    }

    @Test
    void pageTextsReplaceTheDefaultOnes() {
        remind();
        leave(mug("""
                'checkoutAbandonment': {'emailReminders': {'reminder1': {'customizeEmail': true, 'subject': \
                'Come back to {{product.title}}', 'body': '<p>Hello {{customer.name}}</p>', 'buttonText': 'Go on'}}}, \
                """).path());
        advance("PT1H");
        OutboxReader.Shown mail = new OutboxReader(shop).message(EMAIL, MailPurpose.CART_REMINDER);
        assertThat(mail.page()).contains("Come back to Mug");
        assertThat(mail.html()).contains("<p>Hello Ada Lovelace</p>", "Go on");
    }

    @Test
    void formOfAnotherSiteSavesNothing() {
        remind();
        Shelf mug = mug("");
        Map<String, String> form = fillIn(ada, mug.path());
        Buyer other = new Buyer(shop.gateway().url(), EMAIL);
        other.get(mug.path());
        save(other, mug.path(), form).expect(403);
        assertThat(ada.post(mug.path() + "/cart", form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        form.remove(form.keySet().stream()
                .filter(name -> Objects.equals(form.get(name), EMAIL))
                .findFirst()
                .orElseThrow());
        save(ada, mug.path(), form).expect(204);
        assertThat(list("/v1/payments")).isEmpty();
    }
}
