package io.tollgate.storefront.mails;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.pdf.Formats;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages about what buyers do on hosted pages: one for each purpose, with what the buyer needs. */
class PurchaseMailsTest {
    private static final String VISA = "4242424242424242";
    private static final String ADA = "ada@example.com";
    private static final String SHOP = "shop@seller.example";
    private static final Pattern FILE = Pattern.compile("href=\"([^\"]*/files/[^\"]+)\"");

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final Buyer ada = new Buyer(shop.gateway().url(), ADA);
    private final OutboxReader outbox = new OutboxReader(shop);

    @BeforeEach
    void nameTheSeller() {
        api.patch("/v1/account", "{\"displayName\": \"Quay Shop\", \"email\": \"" + SHOP + "\"}")
                .expect(200);
    }

    private JsonNode first(String path) {
        return api.get(path).expect(200).json().at("/data/0");
    }

    private Map<String, String> seats(Shelf event, int quantity, String... more) {
        Map<String, String> form = new HashMap<>();
        form.put(
                "tickets."
                        + event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue(),
                Integer.toString(quantity));
        for (int i = 0; i < more.length; i += 2) {
            form.put(more[i], more[i + 1]);
        }
        return form;
    }

    private String upload(String name) {
        return FileSamples.upload(api, "file", name, name.getBytes(StandardCharsets.UTF_8))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private String attach(Shelf page, String files) {
        String product = api.post(
                        "/v1/products",
                        ("{'role': 'orderbump', 'title': 'Sleeve', 'fileIds': ['" + files
                                        + "'], 'prices': [{'amount': 300, 'currency': 'eur'}]}")
                                .replace('\'', '"'))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        api.post("/v1/checkout-pages/" + page.id() + "/order-bumps", "{\"productId\": \"" + product + "\"}")
                .expect(201);
        return product;
    }

    @Test
    void confirmationOfAProductDeliversFilesAndLicenseKey() throws Exception {
        Shelf page = shop.page("""
                {'name': 'App', 'locale': 'en-US', 'productData': {'title': 'App', 'generateLicenseKeys': true,
                 'fileIds': ['%s'], 'prices': [{'amount': 1000, 'currency': 'eur'}],
                 'variants': [{'name': 'Edition', 'required': true, 'options': [
                   {'name': 'Basic', 'fileIds': ['%s']}, {'name': 'Full', 'fileIds': ['%s']}]}]}}
                """.formatted(upload("app.zip"), upload("basic.zip"), upload("full.zip")));
        String bump = attach(page, upload("sleeve.pdf"));
        JsonNode variant = page.record().at("/product/variants/0");
        Shown order = ada.order(
                        page.path(),
                        Map.of(
                                "variants." + variant.get("id").textValue(),
                                variant.at("/options/1/id").textValue(),
                                "bumps." + bump,
                                "1"))
                .expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        String html = outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION).html();
        String key = api.get("/v1/payments/" + first("/v1/payments").get("id").textValue() + "/license-key")
                .expect(200)
                .json()
                .at("/data/key")
                .textValue();
        assertThat(html).contains(key, "app.zip", "full.zip", "sleeve.pdf").doesNotContain("basic.zip");
        List<String> contents = new ArrayList<>();
        Matcher link = FILE.matcher(html);
        while (link.find()) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(link.group(1).replace("&amp;", "&")))
                    .build();
            contents.add(HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body());
        }
        assertThat(contents).containsExactly("app.zip", "full.zip", "sleeve.pdf");
        assertThat(outbox.purposes(ADA)).containsExactly(MailPurpose.ORDER_CONFIRMATION);
        assertThat(outbox.purposes(SHOP)).containsExactly(MailPurpose.ORDER_NOTIFICATION);
    }

    @Test
    void unpaidOrderHasItsTicketsButNoFiles() {
        Shelf event = shop.event("""
                'paymentOptions': [{'type': 'full', 'name': 'Now'}, {'type': 'manual', 'manualType': 'invoice',
                  'name': 'By transfer', 'instructions': 'To account 12.'}],
                """.replace("\n", " "), "", "{'name': 'Seat', 'price': 2500}");
        String attendee = "attendees."
                + event.record().at("/ticketGroups/0/ticketTypes/0/id").textValue();
        ada.order(event.path(), seats(event, 2, "paymentOption", "invoice", attendee + ".1.name", "Grace Hopper"))
                .expect(303);
        OutboxReader.Shown mail = outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION);
        assertThat(mail.page()).contains("tickets-", "invoice-", "event.ics");
        assertThat(mail.html())
                .contains("Your tickets are attached", "Grace Hopper", "Please pay €50.00", "To account 12.");
        assertThat(new TestApi(shop.gateway().managementUrl(), null)
                        .get(mail.path() + "/attachments/2")
                        .expect(200)
                        .body())
                .contains("UID:" + event.id() + "@tollgate", "LOCATION:Town hall", "DTEND:20360918T203000Z");
        assertThat(outbox.message(SHOP, MailPurpose.ORDER_NOTIFICATION).html()).contains("Grace Hopper", ADA);
    }

    @Test
    void depositNamesWhatIsPaidAndWhatIsDue() {
        Shelf event = shop.event("""
                'paymentOptions': [{'type': 'full', 'name': 'Now'}, {'type': 'partial', 'name': 'Deposit',
                  'partialAmount': 1000, 'instructions': 'The rest at the door.'}],
                """.replace("\n", " "), "", "{'name': 'Seat', 'price': 2500}");
        Shown order = ada.order(event.path(), seats(event, 2, "paymentOption", "partial"))
                .expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        assertThat(outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION).html())
                .contains("You have paid €10.00. Please pay €40.00.", "The rest at the door.");
    }

    @Test
    void taxThatPricesIncludeFollowsTheTotal() {
        String rates = api.post("/v1/tax-rates", "{\"displayName\": \"VAT\", \"percentage\": 20, \"inclusive\": true}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        Shelf page = shop.page("{'name': 'Mug', 'tax': {'enabled': true, 'mode': 'fixed'}, 'productData': {'title':"
                + " 'Mug', 'taxBehavior': 'inclusive', 'fixedTaxRateIds': ['" + rates + "'], 'prices': [{'amount':"
                + " 1200, 'currency': 'eur'}]}}");
        Shown order = ada.order(page.path()).expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        assertThat(outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION).page())
                .contains("Mug: €12.00\nTotal: €12.00\nIncludes VAT: €2.00");
    }

    @Test
    void textsOfTollgateAreInTheLanguageOfThePage() {
        Shelf event = shop.event("""
                {'name': 'Concert', 'locale': 'jp-JP', 'eventDetails': {'currency': 'eur',
                 'startDate': '2036-09-18T18:00:00Z', 'endDate': '2036-09-18T20:30:00Z'},
                 'ticketGroups': [{'name': 'Hall', 'ticketTypes': [{'name': '指定席', 'price': 2500, 'feeAmount': 100}]}]}
                """);
        assertThat(ada.get(event.path()).expect(200).html()).contains("お名前", "メールアドレス", "lang=\"ja-JP\"");
        Shown order = ada.order(event.path(), seats(event, 2)).expect(303);
        ada.pay(order.path(), VISA);
        assertThat(ada.comeBack(order.path()).expect(200).html()).contains("予約手数料");
        assertThat(outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION).page())
                .contains("2 × 予約手数料: €2.00")
                .doesNotContain("Booking fee");
        assertThat(outbox.message(SHOP, MailPurpose.ORDER_NOTIFICATION).page())
                .contains("2 × 予約手数料: €2.00", ADA)
                .doesNotContain(MailTexts.of("ja-JP", new Formats()).text("answers"));
    }

    @Test
    void eachRefundHasAMessageWithItsAmount() {
        Shown order = ada.order(shop.product(2_000).path()).expect(303);
        ada.pay(order.path(), VISA);
        ada.comeBack(order.path());
        String refund = "/v1/payments/" + first("/v1/payments").get("id").textValue() + "/refund";
        api.post(refund, "{\"amount\": 500}").expect(200);
        assertThat(outbox.message(ADA, MailPurpose.REFUND).html()).contains("€5.00 of €20.00 is refunded");
        api.post(refund, "{}").expect(200);
        assertThat(outbox.purposes(ADA))
                .containsExactly(MailPurpose.ORDER_CONFIRMATION, MailPurpose.REFUND, MailPurpose.REFUND);
        assertThat(outbox.message(ADA, MailPurpose.REFUND).html()).contains("€15.00 of €20.00 is refunded");
    }

    @Test
    void formConfirmsAndNotifiesOnce() {
        Shelf form = shop.form("""
                {'name': 'Application', 'title': 'Apply', 'locale': 'en-US', 'notifyEmail': 'jobs@seller.example',
                 'customizeEmailConfirmation': true, 'confirmationEmailSubject': 'Got it: {{form.title}}',
                 'confirmationEmailMessage': '<p>Thanks, {{customer.name}}.</p>',
                 'fields': [{'label': 'Topic'}]}
                """);
        String topic = form.record().get("fields").findParents("label").stream()
                .filter(field -> field.get("label").asText().equals("Topic"))
                .findFirst()
                .orElseThrow()
                .get("id")
                .textValue();
        Map<String, String> sent = ada.form(ada.get(form.path()));
        sent.put("fields." + topic, "Harbor");
        ada.post(form.path(), sent).expect(303);
        ada.post(form.path(), sent).expect(303);
        OutboxReader.Shown mail = outbox.message(ADA, MailPurpose.FORM_CONFIRMATION);
        assertThat(mail.page()).contains("Got it: Apply");
        assertThat(mail.html()).contains("Thanks, Ada Lovelace.", "Harbor");
        assertThat(outbox.message("jobs@seller.example", MailPurpose.FORM_NOTIFICATION)
                        .html())
                .contains("Harbor", ADA);
        assertThat(outbox.purposes(ADA)).containsExactly(MailPurpose.FORM_CONFIRMATION);
        assertThat(outbox.purposes(SHOP)).isEmpty();
    }

    @Test
    void formMailWritesAnswersInItsLanguage() {
        Shelf form = shop.form("""
                {'name': 'Reise', 'locale': 'de-DE', 'fields': [{'label': 'Vegan', 'element': 'checkbox'},
                 {'label': 'Ziel', 'element': 'country'}]}
                """);
        Map<String, String> sent = ada.form(ada.get(form.path()));
        form.record().get("fields").forEach(field -> {
            String value = field.path("element").asText().equals("checkbox")
                    ? "TRUE"
                    : field.path("element").asText().equals("country") ? "NL" : null;
            if (value != null) {
                sent.put("fields." + field.get("id").textValue(), value);
            }
        });
        ada.post(form.path(), sent).expect(303);
        assertThat(outbox.message(ADA, MailPurpose.FORM_CONFIRMATION).html())
                .contains("Vegan", "Ja", "Ziel", "Niederlande")
                .doesNotContain("TRUE", ">NL<");
    }

    @Test
    void pagesCanTurnTheirMessagesOff() {
        String off = "'sendEmailConfirmation': false, 'sendPaymentNotification': false, ";
        Shelf event = shop.event(off, "", "{'name': 'Guest', 'pricing': 'free'}");
        ada.order(event.path(), seats(event, 1)).expect(303);
        Shelf form = shop.form("{'name': 'Poll', " + off + "'locale': 'en-US', 'fields': [{'label': 'Topic'}]}");
        ada.post(form.path(), ada.form(ada.get(form.path()))).expect(303);
        assertThat(outbox.purposes(ADA)).isEmpty();
        assertThat(outbox.purposes(SHOP)).isEmpty();
    }

    @Test
    void eventsHaveTheirOwnTextsAndRecipients() {
        Shelf event = shop.event(
                "'notifyEmail': 'door@seller.example', 'customizeEmailConfirmation': true,"
                        + " 'confirmationEmailSubject': '{{ticket.count}} x {{event.title}}', ",
                "",
                "{'name': 'Guest', 'pricing': 'free'}");
        ada.order(event.path(), seats(event, 2)).expect(303);
        assertThat(outbox.message(ADA, MailPurpose.ORDER_CONFIRMATION).page()).contains("2 x Concert");
        assertThat(outbox.purposes("door@seller.example")).containsExactly(MailPurpose.ORDER_NOTIFICATION);
        assertThat(outbox.purposes(SHOP)).isEmpty();
    }
}
