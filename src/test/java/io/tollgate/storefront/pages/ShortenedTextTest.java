package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import org.junit.jupiter.api.Test;

/** Long descriptions above prices and of order bumps. */
class ShortenedTextTest {
    private static final Messages ENGLISH = Messages.of(null, "en-US");
    private static final String FIRST = "Six evenings at the wheel, with clay, glazes and two firings included.";
    private static final String SECOND = "You need no experience, and you take home everything that you have made.";
    private static final String THIRD =
            "The group has at most eight people, so that everyone has a wheel of their own.";
    private static final String LONG = FIRST + " " + SECOND + " " + THIRD;

    private static ShortenedText shortened(Messages messages, String text) {
        ShortenedText shortened = ShortenedText.of(messages, text, true);
        assertThat(shortened).isNotNull();
        return shortened;
    }

    @Test
    void aLongTextBeginsWithTheWholeSentencesThatFit() {
        assertThat(shortened(ENGLISH, LONG)).isEqualTo(new ShortenedText(FIRST, SECOND + " " + THIRD));
    }

    @Test
    void aShortTextAndATextWithoutTheSettingAreShownAsAWhole() {
        assertThat(shortened(ENGLISH, "x".repeat(200)).rest()).isNull();
        assertThat(ShortenedText.of(ENGLISH, LONG, false)).isEqualTo(new ShortenedText(LONG, null));
        assertThat(ShortenedText.of(ENGLISH, " \n", true)).isNull();
        assertThat(ShortenedText.of(ENGLISH, null, true)).isNull();
    }

    @Test
    void aLongSentenceIsCutBetweenWords() {
        String words = "Hello! " + "clay and glazes ".repeat(20);
        ShortenedText cut = shortened(ENGLISH, words);
        assertThat(cut.beginning()).startsWith("Hello! clay").endsWith(" clay…").hasSizeBetween(120, 141);
        assertThat(cut.rest()).startsWith("…and glazes");
        assertThat(cut.beginning().replace("…", " ")
                        + String.valueOf(cut.rest()).replace("…", ""))
                .isEqualTo(words.strip());
    }

    @Test
    void textsWithoutSpacesAreCutToo() {
        ShortenedText japanese = shortened(Messages.of(null, "ja-JP"), "粘土と釉薬がすべて含まれています。".repeat(20));
        assertThat(japanese.beginning()).endsWith("。").hasSizeBetween(40, 140);
        ShortenedText pictures = shortened(ENGLISH, "\uD83C\uDFFA".repeat(300));
        assertThat(pictures.beginning().codePointCount(0, pictures.beginning().length()))
                .isEqualTo(141);
        assertThat(shortened(ENGLISH, "x".repeat(300)).beginning()).isEqualTo("x".repeat(140) + "…");
    }

    @Test
    void pagesDiscloseTheRestWithoutScripts() {
        TestShop shop = TestShop.open();
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        String disclosure =
                "<p><bdi>" + FIRST + "</bdi></p>\n<details>\n<summary><span class=\"closed\">Show more</span>";
        Shelf shelf = shop.page("""
                {'name': 'Course', 'locale': 'en-US', 'productData': {'title': 'Course', 'prices': [
                   {'amount': 12000, 'currency': 'eur', 'label': 'One'},
                   {'amount': 20000, 'currency': 'eur', 'label': 'Two'}],
                 'pricePicker': {'description': '%s', 'shortenDescription': %s}}}
                """.formatted(LONG, true));
        assertThat(ada.get(shelf.path()).html()).containsOnlyOnce(disclosure).contains("<p><bdi>" + SECOND);
        assertThat(ada.get(shelf.path() + "?lang=de").html()).contains("Mehr anzeigen", "Weniger anzeigen");
        String bump = shop.seller()
                .live()
                .post(
                        "/v1/products",
                        "{\"role\": \"orderbump\", \"title\": \"Apron\", \"shortDescription\": \"" + LONG
                                + "\", \"price\": {\"amount\": 1900, \"currency\": \"eur\"}}")
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        String bumps = "/v1/checkout-pages/" + shelf.id() + "/order-bumps";
        shop.seller().live().post(bumps, "{\"productId\": \"" + bump + "\"}").expect(201);
        assertThat(ada.get(shelf.path()).html()).contains("<p class=\"about\"><bdi>" + LONG + "</bdi></p>");
        shop.seller()
                .live()
                .patch(bumps + "/" + bump, "{\"shortenDescription\": true}")
                .expect(200);
        assertThat(ada.get(shelf.path()).html().split(disclosure, -1)).hasSize(3);
    }
}
