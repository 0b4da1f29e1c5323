package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.PageType;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts, quantities, phone numbers and codes that buyers enter as their language writes them. */
class NumberEntryTest {
    private static final String INVOICE =
            "'paymentOptions': [{'type': 'manual', 'manualType': 'invoice', 'name': 'Invoice'}], ";

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private Shelf gift(String locale, String fields) {
        return shop.page("{'name': 'Gift', 'locale': '" + locale + "', " + INVOICE
                + "'productData': {'title': 'Gift', 'price': {'amount': 100, 'currency': 'eur',"
                + " 'payWhatYouWant': true}}, 'fields': [" + fields + "]}");
    }

    /** Returns the input of the field that was added to the page. */
    private static String lastField(Shelf gift) {
        JsonNode fields = gift.record().get("fields");
        return "fields." + fields.get(fields.size() - 1).get("id").textValue();
    }

    private JsonNode payment() {
        JsonNode all = shop.seller().live().get("/v1/payments").json().get("data");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "de-DE | 2.000 | 200000",
                "de-DE | 1.250,00 | 125000",
                "en-US | 2,000 | 200000",
                "en-US | 1,250.00 | 125000",
                "en-US | €12 | 1200",
                "fr-FR | '1\u202f250,50\u00a0€' | 125050",
                "ar-SA | '\u0661\u0662' | 1200",
                "jp-JP | '\uff11\uff12\uff10\uff10' | 120000",
            })
    void theChosenAmountIsThatOfTheLanguage(String locale, String entry, long amount) {
        Shelf gift = gift(locale, "");
        ada.order(gift.path(), Map.of("amount", entry, "paymentOption", "invoice"))
                .expect(303);
        assertThat(payment().get("amount").longValue()).isEqualTo(amount);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "en-US | 2.000 | Did you mean €2,000.00 or €2.00?",
                "de-DE | 2,000 | 'Meinten Sie 2.000,00\u00a0€ oder 2,00\u00a0€?'",
                "en-US | 12 apples | Enter an amount like €25.00.",
                "en-US | 0.50 | Enter an amount of at least €1.00.",
                "en-US | 9999999 | The total is too high.",
            })
    void otherAmountsAreAskedForAgain(String locale, String entry, String message) {
        Shelf gift = gift(locale, "");
        String again = ada.order(gift.path(), Map.of("amount", entry, "paymentOption", "invoice"))
                .expect(422)
                .html();
        assertThat(again).contains(message, "value=\"" + entry + "\"");
        assertThat(shop.seller().live().get("/v1/payments").json().get("data")).isEmpty();
    }

    @Test
    void suggestedAmountsCanBeSentAsTheyAreShown() {
        Shelf gift = shop.page("{'name': 'Gift', 'locale': 'de-DE', " + INVOICE
                + "'productData': {'title': 'Gift', 'prices': [{'amount': 1000, 'currency': 'kwd',"
                + " 'payWhatYouWant': true, 'pwywSuggestedPrice': 2500}]}}");
        Buyer.Shown page = ada.get(gift.path());
        Map<String, String> form = ada.form(page);
        assertThat(form).containsEntry("amount", "2,500");
        form.put("paymentOption", "invoice");
        ada.post(gift.path(), form).expect(303);
        assertThat(payment().get("amount").longValue()).isEqualTo(2_500);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "number | de-DE | 1.234,5 | 1234.5",
                "number | en-US | '1,234.5' | 1234.5",
                "number | ar-SA | '\u0661\u0662' | 12",
                "quantity | de-DE | '\uff12' | 2",
                "phone | en-US | '+1\u2011201\u2013555\u20110123 ext. 89' | +1-201-555-0123 ext. 89",
                "phone | en-US | 201 555 0123 x12 | 201 555 0123 x12",
                "phone | ar-SA | '\u0660\u0665\u0660 \u0661\u0662\u0663' | 050 123",
            })
    void answersAreStoredInPlainCharacters(String element, String locale, String entry, String value) {
        Shelf gift = gift(locale, "{'label': 'Entry', 'element': '" + element + "', 'reference': 'entry'}");
        ada.order(gift.path(), Map.of(lastField(gift), entry, "amount", "5", "paymentOption", "invoice"))
                .expect(303);
        JsonNode payment = payment();
        assertThat(payment.get("fields").findValuesAsText("value")).contains(value);
        if (element.equals("quantity")) {
            assertThat(payment.get("quantity").intValue()).isEqualTo(2);
        }
    }

    private Map<String, String> pieces(Shelf gift, String entry) {
        return Map.of(lastField(gift), entry, "amount", "5", "paymentOption", "invoice");
    }

    @Test
    void quantitiesHaveTheSeparatorsOfTheLanguage() {
        Shelf gift = gift("de-DE", "{'label': 'Pieces', 'element': 'quantity'}");
        assertThat(ada.order(gift.path(), pieces(gift, "zwei")).expect(422).html())
                .contains("Geben Sie eine Zahl von 1 bis 1.000 ein.");
        ada.order(gift.path(), pieces(gift, "1.000")).expect(303);
        assertThat(payment().get("quantity").intValue()).isEqualTo(1_000);
    }

    @Test
    void ambiguousQuantitiesAreAskedForAgain() {
        Shelf gift = gift("en-US", "{'label': 'Pieces', 'element': 'quantity'}");
        assertThat(ada.order(gift.path(), pieces(gift, "2.000")).expect(422).html())
                .contains("Did you mean 2,000 or 2?");
    }

    @Test
    void ticketsAreCountedInAnyDigits() {
        Shelf event = PageType.EVENT.open(shop.seller().live(), shop.seller().name(), 0, 5);
        String tickets = PageType.EVENT.choices(event).keySet().iterator().next();
        ada.order(event.path(), Map.of(tickets, "\uff12")).expect(303);
        assertThat(shop.seller().live().get("/v1/tickets").json().get("total").intValue())
                .isEqualTo(2);
    }

    @Test
    void couponCodesLoseInvisibleCharactersAndCase() {
        shop.seller()
                .live()
                .post(
                        "/v1/coupons",
                        "{\"label\": \"Half\", \"code\": \"HALF-5\", \"percentOff\": 50," + " \"duration\": \"once\"}")
                .expect(201);
        Shelf gift = gift("en-US", "");
        shop.seller()
                .live()
                .patch("/v1/checkout-pages/" + gift.id(), "{\"showCouponCodeField\": true}")
                .expect(200);
        ada.order(
                        gift.path(),
                        Map.of(
                                "amount",
                                "10",
                                "paymentOption",
                                "invoice",
                                "couponCode",
                                "\ufeff\u00a0half\u20115\u200b\u00a0"))
                .expect(303);
        assertThat(payment().get("amount").longValue()).isEqualTo(500);
    }
}
