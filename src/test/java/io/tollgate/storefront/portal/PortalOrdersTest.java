package io.tollgate.storefront.portal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.storefront.pages.Messages;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pages of single purchases in the customer portal, and whose they are. */
class PortalOrdersTest {
    private static final String VISA = "4242424242424242";

    private final TestShop shop = TestShop.open();
    private final PortalVisitor ada = PortalVisitor.of(shop, "ada@example.com");

    private Buyer buyer(String email) {
        return new Buyer(shop.gateway().url(), email);
    }

    private JsonNode first(String path) {
        return shop.seller().live().get(path).expect(200).json().at("/data/0");
    }

    /** Buys the first ticket type of an event. */
    private void pay(Shelf event, String email) {
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        pay(event, Map.of("tickets." + type, "1"), email);
    }

    private Shown pay(Shelf shelf, Map<String, String> form, String email) {
        Buyer buyer = buyer(email);
        Shown order = buyer.order(shelf.path(), form).expect(303);
        assertThat(buyer.pay(order.path(), VISA)).isEqualTo("succeeded");
        return buyer.comeBack(order.path());
    }

    private String order(JsonNode record) {
        return ada.portal() + "/orders/" + record.get("id").textValue();
    }

    private static String local(String url) {
        return url.substring(url.indexOf('/', "https://".length()));
    }

    @Test
    void paymentHasItsInvoiceAndCreditNotes() {
        pay(shop.product(1_900), Map.of(), "ada@example.com");
        JsonNode payment = first("/v1/payments");
        shop.seller()
                .live()
                .post(
                        "/v1/payments/" + payment.get("id").textValue() + "/refund",
                        "{\"amount\": 500, \"reason\": \"duplicate\"}")
                .expect(200);
        assertThat(ada.login().html()).contains("Mug", "€19.00", "Partly refunded", order(payment));
        String html = ada.browser().get(order(payment)).expect(200).html();
        assertThat(html).contains("Mug", payment.get("orderId").textValue(), "Invoice (PDF)", "Credit note CN-");
        Shown invoice = ada.browser().get(order(payment) + "/invoice").expect(303);
        assertThat(ada.browser().get(local(invoice.path())).expect(200).html()).startsWith("%PDF");
        String note = html.replaceAll("(?s).*href=\"([^\"]*/credit-notes/[^\"]*)\".*", "$1");
        assertThat(ada.browser().get(note).expect(303).path()).contains("/documents/credit-notes/");
        ada.browser()
                .get(order(payment) + "/credit-notes/" + payment.get("id").textValue())
                .expect(404);
        ada.browser().get(order(payment) + "/tickets.pdf").expect(404);
        ada.browser().get(order(payment) + "/event.ics").expect(404);
    }

    @Test
    void bookingHasItsTicketsAndCalendar() {
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 0}");
        String type = event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        buyer("ada@example.com")
                .order(event.path(), Map.of("tickets." + type, "2"))
                .expect(303);
        JsonNode booking = first("/v1/bookings");
        assertThat(ada.login().html()).contains("Concert", "Booking");
        assertThat(ada.browser().get(order(booking)).expect(200).html())
                .contains("Concert", "Town hall", "Tickets (PDF)", "Calendar file");
        assertThat(ada.browser()
                        .get(order(booking) + "/tickets.pdf")
                        .expect(200)
                        .html())
                .startsWith("%PDF");
        assertThat(ada.browser().get(order(booking) + "/event.ics").expect(200).html())
                .startsWith("BEGIN:VCALENDAR");
    }

    @Test
    void canceledBookingIsShownAsCanceledAlthoughItIsPaid() {
        pay(shop.event("", "", "{'name': 'Seat', 'price': 2000}"), "ada@example.com");
        JsonNode booking = first("/v1/bookings");
        assertThat(ada.login().html()).contains("Paid").doesNotContain("Canceled");
        shop.seller()
                .live()
                .post("/v1/bookings/" + booking.get("id").textValue() + "/cancel", "{}")
                .expect(200);
        assertThat(first("/v1/bookings").get("status").textValue()).isEqualTo("paid");
        for (String language : Messages.LANGUAGES) {
            Messages texts = Messages.of(language, null);
            for (String path : List.of(ada.portal(), order(booking))) {
                assertThat(ada.browser()
                                .get(path + "?lang=" + language)
                                .expect(200)
                                .html())
                        .as("%s in %s", path, language)
                        .contains("<span class=\"state plain\">" + texts.text("portal.status.canceled") + "</span>")
                        .doesNotContain("<span class=\"state good\">", "event.ics", "tickets.pdf");
            }
        }
        assertThat(ada.browser().get(order(booking) + "/event.ics").expect(200).html())
                .contains("METHOD:PUBLISH\r\n", "SEQUENCE:1\r\n", "STATUS:CANCELLED\r\n")
                .doesNotContain("CONFIRMED");
    }

    @Test
    void canceledBookingSaysWhatIsRefunded() {
        pay(shop.event("", "", "{'name': 'Seat', 'price': 2000}"), "ada@example.com");
        JsonNode booking = first("/v1/bookings");
        String path = "/v1/bookings/" + booking.get("id").textValue();
        shop.seller().live().post(path + "/cancel", "{}").expect(200);
        shop.seller()
                .live()
                .post(path + "/refund", "{\"amount\": 500, \"reason\": \"duplicate\"}")
                .expect(200);
        assertThat(ada.login().html()).contains("Canceled · Partly refunded");
    }

    @Test
    void filesAndLicenseKeyAreOffered() {
        String file = file("book.txt");
        Shelf shelf = shop.page("{'name': 'Book', 'productData': {'title': 'Book', 'fileIds': ['" + file
                + "'], 'generateLicenseKeys': true, 'prices': [{'amount': 0, 'currency': 'eur'}]}}");
        buyer("ada@example.com").order(shelf.path()).expect(303);
        JsonNode payment = first("/v1/payments");
        ada.login();
        assertThat(ada.browser().get(order(payment)).expect(200).html()).contains("book.txt", "License key");
        Shown link = ada.browser().get(order(payment) + "/files/" + file).expect(303);
        assertThat(ada.browser().get(local(link.path())).expect(200).html()).isEqualTo("content of book.txt");
        String other = file("other.txt");
        ada.browser().get(order(payment) + "/files/" + other).expect(404);
    }

    @Test
    void licenseKeyOfASubscriptionIsShownUntilItEnds() {
        pay(shop.page("""
                        {'name': 'App', 'productData': {'title': 'App', 'generateLicenseKeys': true, 'prices': [{
                         'amount': 900, 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}
                        """), Map.of(), "ada@example.com");
        JsonNode subscription = first("/v1/subscriptions");
        String path = "/v1/subscriptions/" + subscription.get("id").textValue();
        String key = shop.seller()
                .live()
                .get(path + "/license-key")
                .expect(200)
                .json()
                .at("/data/key")
                .textValue();
        ada.login();
        assertThat(ada.browser().get(order(subscription)).expect(200).html()).contains("License key", key);
        shop.seller()
                .live()
                .post(path + "/cancel", "{\"cancelImmediately\": true}")
                .expect(200);
        assertThat(ada.browser().get(order(subscription)).expect(200).html()).doesNotContain("License key", key);
    }

    private String file(String name) {
        String form = "--x\r\nContent-Disposition: form-data; name=\"purpose\"\r\n\r\nfile\r\n"
                + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: text/plain\r\n\r\ncontent of " + name + "\r\n--x--\r\n";
        return shop.seller()
                .live()
                .send("POST", "/v1/files/upload", Map.of("Content-Type", "multipart/form-data; boundary=x"), form)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    @Test
    void subscriptionShowsItsNextPayment() {
        pay(
                shop.page("{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1000,"
                        + " 'currency': 'eur', 'recurring': {'interval': 'month', 'intervalCount': 1}}]}}"),
                Map.of(),
                "ada@example.com");
        JsonNode subscription = first("/v1/subscriptions");
        assertThat(ada.login().html()).contains("Box", "Subscription", "Active");
        assertThat(ada.browser().get(order(subscription)).expect(200).html())
                .contains("Next payment", "€10.00 on", "Payments");
    }

    @Test
    void purchasesOfOthersAreUnknown() {
        pay(shop.product(1_900), Map.of(), "eve@example.com");
        JsonNode foreign = first("/v1/payments");
        buyer("ada@example.com").order(shop.product(0).path()).expect(303);
        JsonNode own = first("/v1/payments");
        assertThat(own.get("id")).isNotEqualTo(foreign.get("id"));
        TestShop other = new TestShop(shop.gateway(), shop.gateway().seller());
        new Buyer(shop.gateway().url(), "ada@example.com")
                .order(other.product(0).path())
                .expect(303);
        JsonNode ofOther =
                other.seller().live().get("/v1/payments").expect(200).json().at("/data/0");
        assertThat(ada.login().html()).doesNotContain("€19.00");
        ada.browser().get(order(own)).expect(200);
        String testPortal = ada.portal() + "/test/orders/" + own.get("id").textValue();
        assertThat(ada.browser().get(testPortal).expect(303).path()).isEqualTo(ada.portal() + "/test");
        for (JsonNode record : List.of(foreign, ofOther)) {
            String file = "/files/" + own.get("id").textValue();
            for (String part : List.of("", "/invoice", "/tickets.pdf", "/event.ics", file)) {
                ada.browser().get(order(record) + part).expect(404);
            }
        }
        ada.browser().get(ada.portal() + "/orders/none").expect(404);
        PortalVisitor nobody = PortalVisitor.of(shop, "nobody@example.com");
        assertThat(nobody.browser().get(order(own)).expect(303).path()).isEqualTo(ada.portal());
        assertThat(nobody.browser().get(order(own) + "/invoice").expect(303).path())
                .isEqualTo(ada.portal());
    }

    @Test
    void listHasPages() {
        Shelf shelf = shop.product(0);
        Buyer buyer = buyer("ada@example.com");
        for (int i = 0; i < PortalPurchases.PAGE_SIZE + 1; i++) {
            buyer.order(shelf.path()).expect(303);
        }
        String html = ada.login().html();
        assertThat(html.split("/orders/", -1)).hasSize(PortalPurchases.PAGE_SIZE + 1);
        String next = html.replaceAll("(?s).*href=\"([^\"]*after=[^\"]*)\".*", "$1");
        assertThat(ada.browser().get(next).expect(200).html().split("/orders/", -1))
                .hasSize(2);
    }
}
