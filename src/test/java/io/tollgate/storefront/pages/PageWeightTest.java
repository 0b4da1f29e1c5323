package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.PageType;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.tollgate.support.Wire;
import io.tollgate.support.Wire.Answer;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hosted pages are small: a page with its styles and scripts, as they are sent. */
class PageWeightTest {
    private static final int BYTES_MAX = 25_000;
    private static final Pattern ASSET = Pattern.compile("(?:href|src)=\"(/s/-/[^\"]+)\"");

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
    private final Wire wire = new Wire(shop.gateway().url());

    private static List<String> assets(Answer page) {
        return ASSET.matcher(page.text()).results().map(found -> found.group(1)).toList();
    }

    private int bytes(String path) {
        Answer page = wire.packed(path);
        assertThat(page.status()).isEqualTo(200);
        assertThat(assets(page)).hasSizeGreaterThan(1);
        int bytes = page.sent();
        for (String asset : assets(page)) {
            Answer file = wire.packed(asset);
            assertThat(file.status()).isEqualTo(200);
            bytes += file.sent();
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void pagesWithStylesAndScriptsAreSmall(PageType type) {
        Shelf shelf = type.open(shop.seller().live(), shop.seller().name(), 1_900, 5);
        assertThat(bytes(shelf.path())).isLessThan(BYTES_MAX);
        assertThat(bytes(
                        ada.order(shelf.path(), type.choices(shelf)).expect(303).path()))
                .isLessThan(BYTES_MAX);
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
        assertThat(bytes(shelf.path())).isLessThan(BYTES_MAX);
    }
}
