package io.tollgate.storefront.mails;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.pdf.PdfReader;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.Overdue;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Buyers who select a language receive everything about their order in it, whatever the language of the page. */
class BuyerLanguageTest {
    private static final String VISA = "4242424242424242";
    private static final String ADA = "ada@example.com";
    private static final String SHOP = "shop@seller.example";
    private static final String GERMAN = "?lang=de";

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final Buyer ada = new Buyer(shop.gateway().url(), ADA);
    private final OutboxReader outbox = new OutboxReader(shop);

    @BeforeEach
    void nameTheSeller() {
        api.patch("/v1/account", "{\"displayName\": \"Quay Shop\", \"email\": \"" + SHOP + "\", \"locale\": \"en-US\"}")
                .expect(200);
    }

    private JsonNode first(String path) {
        return api.get(path).expect(200).json().at("/data/0");
    }

    private Shelf concert(String locale) {
        return shop.event("""
                {'name': 'Concert', 'locale': '%s', 'eventDetails': {'currency': 'eur',
                 'startDate': '2036-09-18T18:00:00Z', 'endDate': '2036-09-18T20:30:00Z'},
                 'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'By transfer'}],
                 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': 'Seat', 'price': 2500}]}]}
                """.formatted(locale));
    }

    private Shown book(Shelf event, String query) {
        Map<String, String> form = new HashMap<>(Map.of("paymentOption", "invoice"));
        form.put(
                "tickets."
                        + event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue(),
                "1");
        return ada.order(event.path() + query, form).expect(303);
    }

    private String attachment(OutboxReader.Shown mail, int number) {
        return PdfReader.text(
                PdfReader.download(shop.gateway().managementUrl() + mail.path() + "/attachments/" + number));
    }

    @Test
    void mailsAndDocumentsOfABooking() {
        Shown order = book(concert("en-US"), GERMAN);
        OutboxReader.Shown mail = outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION);
        assertThat(mail.page()).contains("Ihre Buchung: Concert");
        assertThat(mail.html()).contains("lang=\"de\"", "18. September 2036");
        assertThat(attachment(mail, 0) + attachment(mail, 1))
                .contains("Rechnung", "Gültig für eine Person", "25,00")
                .doesNotContain("Invoice", "Valid for one person");
        assertThat(outbox.message(SHOP, MailPurpose.ORDER_NOTIFICATION).page()).contains("New order: Concert");
        String path = order.path().substring(0, order.path().indexOf('?'));
        assertThat(ada.get(path).expect(200).html()).contains("lang=\"de\"");
        JsonNode booking = first("/v1/bookings");
        assertThat(booking.get("locale").textValue()).isEqualTo("de");
        String ticket = first("/v1/tickets?bookingId=" + booking.get("id").textValue())
                .get("id")
                .textValue();
        api.post("/v1/tickets/" + ticket + "/cancel", "").expect(200);
        assertThat(outbox.message(ADA, MailPurpose.TICKET_CANCELED).html()).contains("lang=\"de\"");
    }

    @Test
    void pageInTheSelectedLanguageKeepsItsCountry() {
        book(concert("de-AT"), GERMAN);
        assertThat(first("/v1/bookings").get("locale").textValue()).isEqualTo("de-AT");
    }

    @Test
    void orderWithoutASelectedLanguageIsInThatOfThePage() {
        book(concert("fr-FR"), "");
        assertThat(outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION).html()).contains("lang=\"fr-FR\"");
        assertThat(first("/v1/bookings").get("locale").textValue()).isEqualTo("fr-FR");
    }

    @Test
    void refundOfAPayment() {
        Shown order = ada.order(shop.product(2_000).path() + GERMAN).expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        api.post("/v1/payments/" + first("/v1/payments").get("id").textValue() + "/refund", "{}")
                .expect(200);
        OutboxReader.Shown mail = outbox.message(ADA, MailPurpose.REFUND);
        assertThat(mail.page()).contains("Erstattung für Bestellung");
        assertThat(attachment(mail, 0)).contains("Rechnung", "Erstattet");
    }

    @Test
    void failedRenewalLinksToAGermanPage() {
        new Overdue(shop).fail(Overdue.WITHOUT_FUNDS, GERMAN);
        OutboxReader.Shown mail = outbox.message(Overdue.EMAIL, MailPurpose.SUBSCRIPTION_PAYMENT_FAILED);
        assertThat(mail.page()).contains("Ihre Zahlung ist fehlgeschlagen: Box");
        assertThat(mail.html()).containsPattern("/overdue/[^\"?]+\\?lang=de\"");
        assertThat(outbox.message(Overdue.EMAIL, MailPurpose.SUBSCRIPTION_CONFIRMATION)
                        .html())
                .contains("lang=\"de\"");
    }

    @Test
    void confirmationOfAForm() {
        Shelf form = shop.form("{'name': 'Poll', 'locale': 'en-US', 'fields': [{'label': 'Topic'}]}");
        ada.post(form.path() + GERMAN, ada.form(ada.get(form.path() + GERMAN))).expect(303);
        assertThat(outbox.message(ADA, MailPurpose.FORM_CONFIRMATION).page())
                .contains("Wir haben Ihre Angaben erhalten");
        assertThat(first("/v1/submissions").get("locale").textValue()).isEqualTo("de");
    }
}
