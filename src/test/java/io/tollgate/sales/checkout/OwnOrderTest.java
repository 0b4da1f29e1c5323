package io.tollgate.sales.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A browser continues, changes and cancels the orders that it has placed and not paid. */
class OwnOrderTest {
    private static final String VISA = "4242424242424242";
    private static final Pattern EDIT = Pattern.compile("<a class=\"link\" href=\"([^\"]+)\">Edit order");
    private static final String CONTINUE = "Continue to payment: ";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = buyer();

    private Buyer buyer() {
        return new Buyer(shop.gateway().url(), "ada@example.com");
    }

    private Shelf lastMug(String settings) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', " + settings + "'productData': {'title': 'Mug', 'stock':"
                + " 1, 'hasUnlimitedStock': false, 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    private String nameInput(Buyer buyer, Shown page) {
        return buyer.form(page).entrySet().stream()
                .filter(one -> one.getValue().equals("Ada Lovelace"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** Begins an order, as if its buyer had made a typo, and opens its payment. */
    private Shown begin(Buyer buyer, Shelf shelf, Map<String, String> choices) {
        Shown order = buyer.order(shelf.path(), choices).expect(303);
        buyer.get(order.path()).expect(200);
        return order;
    }

    private Map<String, String> corrected(Buyer buyer, Shown page, Map<String, String> choices) {
        Map<String, String> form = buyer.form(page);
        form.putAll(choices);
        form.put(nameInput(buyer, page), "Ada King");
        return form;
    }

    private int left(Shelf shelf) {
        return shop.seller()
                .live()
                .get("/v1/checkout-pages/" + shelf.id())
                .expect(200)
                .json()
                .at("/data/product/stock")
                .intValue();
    }

    private List<String> statuses() {
        return TestSeller.rows(
                        "SELECT status FROM checkout WHERE seller_id = $1 ORDER BY id",
                        shop.seller().id())
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    @Test
    void correctedOrderTakesOverTheLastPiece() {
        Shelf mug = lastMug("");
        Shown page = ada.get(mug.path());
        Shown first = ada.post(mug.path(), ada.form(page)).expect(303);
        ada.get(first.path()).expect(200);
        Shown second = ada.post(mug.path(), corrected(ada, page, Map.of())).expect(303);
        assertThat(second.path()).isNotEqualTo(first.path());
        assertThat(ada.get(first.path()).expect(303).path()).isEqualTo(second.path());
        assertThat(left(mug)).isZero();
        assertThat(statuses()).containsExactly("EXPIRED", "OPEN");
        assertThat(ada.pay(second.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(second.path()).html()).contains("Thank you for your order");
        assertThat(left(mug)).isZero();
    }

    @Test
    void sameOrderIsContinued() {
        Shelf mug = lastMug("");
        Shown first = begin(ada, mug, Map.of());
        Shown page = ada.get(mug.path());
        assertThat(page.html()).contains(CONTINUE + "Mug, €19.00", first.path());
        assertThat(ada.post(mug.path(), ada.form(page)).expect(303).path()).isEqualTo(first.path());
        assertThat(statuses()).containsExactly("OPEN");
    }

    @Test
    void strangerNeitherTakesOverNorSeesTheOrder() {
        Shelf mug = lastMug("");
        Shown first = begin(ada, mug, Map.of());
        Buyer stranger = buyer();
        String html = stranger.get(mug.path()).html();
        assertThat(html).contains("This is sold out").doesNotContain(CONTINUE);
        Shown shared = stranger.get(first.path()).expect(200);
        assertThat(shared.html()).doesNotContain("Edit order", "Cancel order");
        stranger.post(first.path() + "/cancel", Map.of("csrf", "x")).expect(403);
        String other = shop.product(900).path();
        String csrf = stranger.form(stranger.get(other)).get("csrf");
        stranger.post(first.path() + "/cancel", Map.of("csrf", csrf)).expect(404);
        String edit = edit(ada.get(first.path()));
        assertThat(stranger.get(edit).html()).doesNotContain("Ada Lovelace", "were restored");
        assertThat(statuses()).containsExactly("OPEN");
    }

    private static String edit(Shown payment) {
        Matcher link = EDIT.matcher(payment.html());
        assertThat(link.find()).isTrue();
        return link.group(1).replace("&amp;", "&");
    }

    @Test
    void editedOrderShowsItsEntriesAndIsReplaced() {
        Shelf mug = lastMug("");
        Shown first = begin(ada, mug, Map.of());
        String edit = edit(ada.get(first.path()));
        Shown page = ada.get(edit).expect(200);
        assertThat(page.html()).contains("Ada Lovelace", "Your entries were restored", CONTINUE);
        Shown second = ada.post(edit, corrected(ada, page, Map.of())).expect(303);
        assertThat(ada.pay(second.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(second.path());
        String payment = shop.seller().live().get("/v1/payments").json().toString();
        assertThat(payment).contains("Ada King").doesNotContain("openOrder");
        assertThat(TestSeller.rows(
                        "SELECT FROM checkout WHERE seller_id = $1 AND status = 'PAID' AND inputs IS NULL",
                        shop.seller().id()))
                .hasSize(1);
    }

    @Test
    void canceledOrderReleasesItsStockAndCannotBePaid() {
        Shelf mug = lastMug("");
        Shown first = begin(ada, mug, Map.of());
        Shown payment = ada.get(first.path()).expect(200);
        ada.post(first.path() + "/cancel", Map.of("csrf", ada.form(payment).get("csrf")))
                .expect(303);
        assertThat(ada.get(first.path()).html()).contains("You have canceled this order", "Order again");
        assertThat(left(mug)).isEqualTo(1);
        assertThat(ada.payFrom(payment, VISA)).isNotEqualTo("succeeded");
        buyer().order(mug.path()).expect(303);
    }

    @Test
    void paidOrderIsNeitherReplacedNorCanceled() {
        Shelf mug = lastMug("");
        Shown page = ada.get(mug.path());
        Shown first = ada.post(mug.path(), ada.form(page)).expect(303);
        Shown payment = ada.get(first.path()).expect(200);
        assertThat(ada.payFrom(payment, VISA)).isEqualTo("succeeded");
        assertThat(ada.post(mug.path(), corrected(ada, page, Map.of()))
                        .expect(303)
                        .path())
                .isEqualTo(first.path());
        ada.post(first.path() + "/cancel", Map.of("csrf", ada.form(payment).get("csrf")))
                .expect(303);
        assertThat(ada.get(first.path()).html()).contains("Thank you for your order");
        assertThat(statuses()).containsExactly("PAID");
    }

    @Test
    void changedOrderThatIsRefusedKeepsTheFormerOne() {
        Shelf seats = shop.event("", "'capacity': 2,", "{'name': 'Seat', 'price': 1000}");
        String seat = "tickets."
                + seats.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        Shown first = begin(ada, seats, Map.of(seat, "2"));
        Shown page = ada.get(seats.path()).expect(200);
        assertThat(page.html()).contains(CONTINUE).doesNotContain("This event is sold out");
        Map<String, String> form = corrected(ada, page, Map.of(seat, "3"));
        Shown refused = ada.post(seats.path(), form).expect(409);
        assertThat(refused.html()).contains(first.path(), CONTINUE + "Concert, €20.00");
        assertThat(statuses()).containsExactly("OPEN");
        form.put(seat, "1");
        Shown second = ada.post(seats.path(), form).expect(303);
        assertThat(statuses()).containsExactly("EXPIRED", "OPEN");
        assertThat(ada.pay(second.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(second.path());
        buyer().order(seats.path(), Map.of(seat, "1")).expect(303);
    }

    @Test
    void formerOrderIsPaidAfterAChangeWasRefused() {
        Shelf seats = shop.event("", "'capacity': 2,", "{'name': 'Seat', 'price': 1000}");
        String seat = "tickets."
                + seats.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        Shown first = begin(ada, seats, Map.of(seat, "2"));
        ada.order(seats.path(), Map.of(seat, "3")).expect(409);
        assertThat(ada.pay(first.path(), VISA)).isEqualTo("succeeded");
        assertThat(ada.comeBack(first.path()).html()).contains("Thank you for your order");
    }

    @Test
    void singleUseOfACouponMovesToTheCorrectedOrder() {
        Shelf mug = shop.product(1_900);
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        "{\"code\": \"ONCE\", \"label\": \"Once\", \"percentOff\": 10,"
                                + " \"duration\": \"once\", \"maxRedemptions\": 1}")
                .expect(201);
        Shown page = ada.get(mug.path());
        Map<String, String> coupon = Map.of("couponCode", "ONCE");
        begin(ada, mug, coupon);
        ada.post(mug.path(), corrected(ada, page, coupon)).expect(303);
        assertThat(buyer().order(mug.path(), coupon).expect(409).html()).contains("has been used up");
    }

    @Test
    void refusalLinksToTheOpenOrdersOfTheBrowser() {
        Map<String, Shown> orders = new HashMap<>();
        for (int i = 0; i < 5; i++) {
            Shelf shelf = shop.product(1_000 + i);
            orders.put("€10.0" + i, ada.order(shelf.path()).expect(303));
        }
        Shown refused = ada.order(shop.product(2_000).path()).expect(409);
        assertThat(refused.html()).contains("several orders without paying");
        orders.forEach((total, order) -> assertThat(refused.html()).contains(order.path(), CONTINUE + "Mug, " + total));
    }

    @Test
    void onlyOneOfManyCorrectionsAtOnceIsOpen() {
        Shelf mug = lastMug("");
        Shown page = ada.get(mug.path());
        ada.post(mug.path(), ada.form(page)).expect(303);
        List<Shown> orders = Parallel.times(6, i -> {
            Map<String, String> form = ada.form(page);
            form.put(nameInput(ada, page), "Ada " + i);
            return ada.post(mug.path(), form);
        });
        assertThat(orders).allMatch(order -> order.status() == 303);
        assertThat(statuses()).containsOnlyOnce("OPEN");
        assertThat(left(mug)).isZero();
    }

    @Test
    void registrationMovesToTheCorrectedOrder() {
        Shelf seats = shop.event("", "'limitRegistrations': {'enabled': true},", "{'name': 'Seat', 'price': 1000}");
        String seat = "tickets."
                + seats.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        Map<String, String> one = Map.of(seat, "1");
        begin(ada, seats, one);
        Shown page = ada.get(seats.path());
        Shown second = ada.post(seats.path(), corrected(ada, page, one)).expect(303);
        assertThat(ada.pay(second.path(), VISA)).isEqualTo("succeeded");
        ada.comeBack(second.path());
        assertThat(buyer().order(seats.path(), one).expect(403).html()).contains("already registered");
    }
}
