package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SellerHtmlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>act()</script>",
                "<img src=x onerror=act()>",
                "<a href=\"javascript:act()\">here</a>",
                "<a href=\"  jAvAsCrIpT:act()\">here</a>",
                "<svg onload=act()></svg>",
                "<style>body{background:url(javascript:act())}</style>",
                "<iframe src=\"https://act.example\"></iframe>",
                "<form action=\"https://act.example\"><input name=card></form>",
                "<p style=\"background:url(//act.example)\">text</p>",
                "<base href=\"https://act.example/\">",
                "<meta http-equiv=refresh content=\"0;url=https://act.example\">"
            })
    void whatActsIsRemoved(String html) {
        String clean = SellerHtml.clean("<p>before</p>" + html);
        assertThat(clean).contains("before").doesNotContain("act", "javascript", "<form", "<input", "style");
    }

    @Test
    void whatIsTextStays() {
        String html = "<h2>Kurs</h2><p>Mit <b>Ton</b> &amp; <i>Glasur</i></p><ul><li>eins</li></ul>";
        assertThat(SellerHtml.clean(html)).isEqualTo(html);
        assertThat(SellerHtml.clean("<a href=\"https://shop.example/more\">more</a>"))
                .contains("href=\"https://shop.example/more\"", "nofollow", "noopener");
        assertThat(SellerHtml.clean("<script>act()</script>")).isNull();
        assertThat(SellerHtml.clean(null)).isNull();
    }
}
