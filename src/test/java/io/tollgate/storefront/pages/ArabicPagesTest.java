package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.Formats;
import io.tollgate.storefront.mails.MailTexts;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arabic pages and messages have one system of digits, and keep the order of words around names. */
class ArabicPagesTest {
    private static final Instant TIME = Instant.parse("2036-09-18T18:00:00Z");

    private final TestShop shop = TestShop.open();

    private static boolean hasLatinDigits(String text) {
        return text.matches("(?s).*[0-9].*");
    }

    private static boolean hasArabicDigits(String text) {
        return text.matches("(?s).*[\u0660-\u0669].*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar", "ar-SA", "ar-EG", "ar-AE", "ar-MA"})
    void datesAndAmountsHaveTheSameDigitsOnPagesAndInMessages(String locale) {
        Messages page = Messages.of(null, locale).in(ZoneOffset.UTC);
        MailTexts mail = MailTexts.of(locale, new Formats());
        String all = page.money(1_250, "eur")
                + page.date(TIME)
                + page.number(7)
                + mail.money(1_250, "eur")
                + mail.date(TIME, "UTC")
                + mail.quantity(7);
        assertThat(hasLatinDigits(all)).as(all).isNotEqualTo(hasArabicDigits(all));
    }

    @Test
    void namesInSentencesAreIsolated() {
        String name = "Quay Shop (UK) 24";
        assertThat(Messages.of("ar", null).text("portal.about", name)).contains("\u2068" + name + "\u2069");
        assertThat(MailTexts.of("ar", new Formats()).text("confirmation.text", name))
                .contains("\u2068" + name + "\u2069");
        assertThat(Messages.of("de", null).text("portal.about", name)).doesNotContain("\u2068");
    }

    @Test
    void namesInListsAreIsolated() {
        Shelf box = shop.page("{'name': 'Box', 'locale': 'en-US', 'productData': {'title': 'Box (XL)!', 'prices':"
                + " [{'amount': 1200, 'currency': 'eur'}]}}");
        assertThat(ada().get(box.path() + "?lang=ar").expect(200).html())
                .contains("dir=\"rtl\"", "<dt><bdi>Box (XL)!</bdi></dt>");
    }

    /** Instructions can have lines in several languages: each has the direction of its own text. */
    @Test
    void linesOfInstructionsKeepTheirPunctuation() {
        String styles = ada().get(StorefrontAssets.path("page.css")).expect(200).html();
        assertThat(styles).containsPattern("\\.instructions \\{[^}]*unicode-bidi: plaintext");
    }

    private Buyer ada() {
        return new Buyer(shop.gateway().url(), "ada@example.com");
    }

    @ParameterizedTest
    @CsvSource({
        "en-US, GB, GB",
        "en-US, , US",
        "de-AT, GB, AT",
        "ja-JP, , JP",
        "ar, AE, AE",
        "pt-BR, PT, BR",
        "fr, , US"
    })
    void phoneNumbersHaveTheCountryOfThePageOrSeller(String locale, String seller, String expected) {
        assertThat(PhoneCountry.of(locale, seller)).isEqualTo(expected);
    }

    @Test
    void phoneFieldSelectsTheCountryOfTheSeller() {
        shop.seller()
                .live()
                .patch("/v1/account", "{\"address\": {\"country\": \"GB\"}}")
                .expect(200);
        Shelf box = shop.page("{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'amount': 1200,"
                + " 'currency': 'eur'}]}, 'fields': [{'label': 'Phone', 'element': 'phone',"
                + " 'showSelectedDialCode': true}]}");
        assertThat(ada().get(box.path()).expect(200).html())
                .containsPattern("value=\"GB\"[^>]*selected")
                .doesNotContainPattern("value=\"US\"[^>]*selected");
    }
}
