package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.PageType;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Without scripts, a page keeps its entries when the visitor selects another language. */
class LanguageSwitchTest {
    private static final Pattern GERMAN = Pattern.compile(
            "<noscript>.*?<button form=\"entries\" formaction=\"([^\"]+)\""
                    + " name=\"action\" value=\"update\" lang=\"de\"[^>]*>Deutsch</button>.*?</noscript>",
            Pattern.DOTALL);

    private final TestShop shop = TestShop.open();
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    /** Selects German as a browser without scripts does: the button sends the form to its own address. */
    private Shown inGerman(Shown page, Map<String, String> entries) {
        assertThat(page.html()).containsOnlyOnce("<form id=\"entries\" method=\"post\"");
        Matcher button = GERMAN.matcher(page.html());
        assertThat(button.find()).as(page.html()).isTrue();
        Map<String, String> form = new HashMap<>(ada.form(page));
        form.putAll(entries);
        form.put("action", "update");
        return ada.post(button.group(1).replace("&amp;", "&"), form).expect(200);
    }

    @ParameterizedTest
    @EnumSource
    void ordersKeepTheirEntries(PageType type) {
        Shelf shelf = type.open(shop.seller().live(), shop.seller().name(), 1_900, 5);
        Shown german = inGerman(ada.get(shelf.path() + "?utm_source=site"), type.choices(shelf));
        assertThat(german.html())
                .contains("<html lang=\"de\"", "value=\"Ada Lovelace\"", "value=\"ada@example.com\"")
                .contains("?lang=fr&amp;utm_source=site")
                .contains("19,00")
                .doesNotContain("role=\"alert\"");
        assertThat(shop.seller().live().get(type.orders()).total()).isZero();
    }

    @Test
    void formsKeepTheirEntriesAndAreNotSubmitted() {
        Shelf shelf =
                shop.form("{'name': 'Contact', 'locale': 'en-US', 'fields': [{'label': 'Topic', 'element': 'text',"
                        + " 'required': true}]}");
        Shown german = inGerman(ada.get(shelf.path()), Map.of());
        assertThat(german.html())
                .contains("<html lang=\"de\"", "value=\"Ada Lovelace\"", "value=\"ada@example.com\"")
                .doesNotContain("role=\"alert\"");
        assertThat(shop.seller().live().get("/v1/submissions").total()).isZero();
    }
}
