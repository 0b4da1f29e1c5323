package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop.Shelf;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What stops reminders of carts: settings, pages, buyers, and payments that are still running. */
class ReminderTest extends CartScene {
    private void assertSkipped() {
        assertThat(types(advance("P3D"))).containsExactly("cart.abandoned");
        assertThat(payment().get("abandonedCartEmailStatus").textValue()).isEqualTo("skipped");
        assertThat(reminders(EMAIL)).isZero();
    }

    @Test
    void nothingIsSavedByDefault() {
        Shelf mug = mug("");
        assertThat(ada.get(mug.path()).expect(200).html()).doesNotContain("data-cart");
        leave(mug.path());
        assertThat(list("/v1/payments")).isEmpty();
    }

    @Test
    void remindersNeedSavedContactDetails() {
        assertThat(test.get("/v1/account")
                        .json()
                        .at("/saveCustomerContactDetails")
                        .booleanValue())
                .isFalse();
        assertThat(test.patch("/v1/account", "{\"sendReminderEmails\": true}")
                        .expect(400)
                        .body())
                .contains("sendReminderEmails");
        remind();
        assertThat(test.patch("/v1/account", "{\"saveCustomerContactDetails\": false}")
                        .expect(400)
                        .body())
                .contains("saveCustomerContactDetails");
        assertThat(test.get("/v1/account").json().at("/sendReminderEmails").booleanValue())
                .isTrue();
        test.patch("/v1/account", "{\"saveCustomerContactDetails\": false, \"sendReminderEmails\": false}")
                .expect(200);
    }

    @Test
    void cartsAreAbandonedWithoutReminders() {
        test.patch("/v1/account", "{\"saveCustomerContactDetails\": true}").expect(200);
        leave(mug("").path());
        assertSkipped();
    }

    @Test
    void pageCanDisableReminders() {
        remind();
        leave(mug("'checkoutAbandonment': {'disableEmails': true}, ").path());
        assertSkipped();
    }

    @Test
    void archivedPageStopsReminders() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        advance("PT1H");
        assertThat(reminders(EMAIL)).isEqualTo(1);
        String cart = link("cart");
        test.patch("/v1/checkout-pages/" + mug.id(), "{\"status\": \"archived\"}")
                .expect(200);
        assertThat(types(advance("P3D"))).isEmpty();
        assertThat(payment().get("abandonedCartEmailStatus").textValue()).isEqualTo("first_sent");
        Shown page = ada.get(cart).expect(303);
        assertThat(ada.get(page.path()).expect(200).html())
                .contains("no longer for sale")
                .doesNotContain("Your entries were restored");
    }

    @Test
    void noReminderFollowsTheEvent() {
        remind();
        Instant start = Instant.now().plus(Duration.ofHours(8)).truncatedTo(ChronoUnit.SECONDS);
        Shelf concert = shop.event("{'name': 'Concert', 'locale': 'en-US', 'testmode': true,"
                + " 'eventDetails': {'currency': 'eur', 'startDate': '" + start + "', 'endDate': '"
                + start.plus(Duration.ofHours(2)) + "'},"
                + " 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', 'price': 2500}]}]}");
        Map<String, String> form = fillIn(ada, concert.path());
        form.replaceAll((name, value) -> name.startsWith("tickets.") ? "1" : value);
        save(ada, concert.path(), form).expect(204);
        advance("PT1H");
        assertThat(reminders(EMAIL)).isEqualTo(1);
        assertThat(types(advance("P3D"))).doesNotContain("cart.reminded");
        assertThat(reminders(EMAIL)).isEqualTo(1);
    }

    @Test
    void buyerStopsRemindersOfTheSeller() {
        remind();
        leave(mug("").path());
        advance("PT1H");
        String stop = link("reminders");
        String cart = link("cart");
        assertThat(stop).doesNotContain("example.com");
        Buyer scanner = new Buyer(shop.gateway().url(), "scanner@example.com");
        assertThat(scanner.get(stop).expect(200).html()).contains("Send no more reminders");
        assertThat(TestSeller.rows(
                        "SELECT 1 FROM reminder_recipient WHERE seller_id = $1 AND refused_at IS NOT NULL",
                        shop.seller().id()))
                .isEmpty();
        // As mail programs send it, without a cookie.
        assertThat(scanner.post(stop, Map.of("List-Unsubscribe", "One-Click"))
                        .expect(200)
                        .html())
                .contains("Reminders are stopped");
        scanner.post(stop, Map.of()).expect(200);
        leave(mug("").path());
        assertThat(types(advance("P3D"))).doesNotContain("cart.reminded");
        assertThat(reminders(EMAIL)).isEqualTo(1);
        scanner.get(stop.replaceFirst("[0-9a-f]{8}", "00000000")).expect(404);
        scanner.get(cart.replace("/cart/", "/reminders/")).expect(404);
    }

    @Test
    void buyerWhoIsPayingIsNotReminded() {
        remind();
        Shelf box = shop.page("{'name': 'Box', 'testmode': true, 'productData': {'title': 'Box', 'prices': [{'amount':"
                + " 1000, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}");
        leave(box.path());
        advance("PT58M");
        ada.order(box.path()).expect(303);
        assertThat(types(advance("PT5M"))).isEmpty();
        // The order expires, and the cart is still there.
        assertThat(types(advance("PT1H"))).contains("order.expired", "cart.abandoned", "cart.reminded");
    }

    @Test
    void oneAddressIsRemindedOfOneCartOfAPage() {
        remind();
        Shelf mug = mug("");
        leave(mug.path());
        Buyer phone = new Buyer(shop.gateway().url(), EMAIL);
        save(phone, mug.path(), fillIn(phone, mug.path())).expect(204);
        assertThat(types(advance("PT1H")))
                .containsExactlyInAnyOrder("cart.abandoned", "cart.reminded", "cart.abandoned");
        assertThat(reminders(EMAIL)).isEqualTo(1);
    }

    private String emailStatus(Shelf page) {
        return list("/v1/payments?pageId=" + page.id())
                .get(0)
                .get("abandonedCartEmailStatus")
                .textValue();
    }

    /** Leaves two carts five minutes apart, until the first reminder of both is due. */
    private void leaveBoth(Shelf first, Shelf second) {
        remind();
        leave(first.path());
        advance("PT5M");
        leave(second.path());
        advance("PT2H");
    }

    @Test
    void reminderOfAnotherCartWaits() {
        Shelf mug = mug("");
        Shelf cup = mug("");
        leaveBoth(mug, cup);
        assertThat(emailStatus(mug)).isEqualTo("first_sent");
        assertThat(emailStatus(cup)).isEqualTo("pending");
        assertThat(reminders(EMAIL)).isEqualTo(1);
        order(ada, mug.path());
        advance("P1D");
        assertThat(emailStatus(cup)).isEqualTo("second_sent");
    }

    @Test
    void cartThatWasNeverRemindedIsSkipped() {
        Shelf cup = mug("");
        leaveBoth(mug(""), cup);
        assertThat(emailStatus(cup)).isEqualTo("pending");
        advance("P3D");
        assertThat(emailStatus(cup)).isEqualTo("skipped");
    }
}
