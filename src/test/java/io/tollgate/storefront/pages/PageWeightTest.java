package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.PageType;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hosted pages are small: a page with its styles and scripts, without compression. */
class PageWeightTest {
    private static final int BYTES_MAX = 64 * 1024;
    private static final Pattern ASSET = Pattern.compile("(?:href|src)=\"(/s/-/[^\"]+)\"");

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private int bytes(Shown page) {
        int bytes = page.html().getBytes(StandardCharsets.UTF_8).length;
        for (String asset : ASSET.matcher(page.html())
                .results()
                .map(found -> found.group(1))
                .toList()) {
            bytes += ada.get(asset).expect(200).html().getBytes(StandardCharsets.UTF_8).length;
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void pagesWithStylesAndScriptsAreSmall(PageType type) {
        Shelf shelf = type.open(shop.seller().live(), shop.seller().name(), 1_900, 5);
        Shown page = ada.get(shelf.path()).expect(200);
        assertThat(ASSET.matcher(page.html()).results()).hasSizeGreaterThan(1);
        assertThat(bytes(page)).isLessThan(BYTES_MAX);
        Shown payment = ada.get(
                        ada.order(shelf.path(), type.choices(shelf)).expect(303).path())
                .expect(200);
        assertThat(bytes(payment)).isLessThan(BYTES_MAX);
    }

    @Test
    void aPageWithTabsAndDialCodesIsSmall() {
        Shelf shelf = shop.page("""
                {'name': 'Tea', 'locale': 'en-US', 'productData': {'title': 'Tea', 'prices': [
                   {'label': 'Box', 'amount': 3100, 'currency': 'eur'},
                   {'label': 'Club', 'amount': 900, 'currency': 'eur',
                    'recurring': {'interval': 'month', 'intervalCount': 1}}],
                 'pricePicker': {'priceDisplayTabOrder': ['month'], 'shortenDescription': true, 'description': '%s'}},
                 'fields': [{'label': 'Phone', 'element': 'phone', 'showSelectedDialCode': true}]}
                """.formatted("A tea of the season. ".repeat(20)));
        assertThat(bytes(ada.get(shelf.path()).expect(200))).isLessThan(BYTES_MAX);
    }
}
