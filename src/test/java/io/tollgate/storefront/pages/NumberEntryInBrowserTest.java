package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import io.tollgate.storefront.pages.NumberReader.Reading;
import io.tollgate.storefront.pages.NumberReader.Value;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestShop;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The script of a page and the server read the same numbers. */
@SecondStage
class NumberEntryInBrowserTest {
    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private static final String[] ENTRIES = {
        "0",
        "007",
        "2",
        "2.000",
        "2,000",
        "1.250,00",
        "1,250.00",
        "1 250,5",
        "1'250.5",
        "1’250",
        "0,500",
        ".5",
        "12,-",
        "-1,5",
        "1,00,000",
        "1.2.3",
        "12.3456",
        "1e3",
        "",
        "x",
        "\u0661\u0662",
        "\u0661\u066c\u0662\u0665\u0660",
        "\u0661\u066b\u0665",
        "\uff11\uff12",
        "\u200b5\ufeff",
        "1234.567",
        "12345678901234567"
    };

    private final TestShop shop = TestShop.open();

    private static @Nullable String read(NumberReader numbers, String entry, boolean whole) {
        Reading reading = numbers.number(entry, whole ? 0 : NumberReader.UNLIMITED);
        if (!(reading instanceof Value value)) {
            return null;
        }
        return whole ? value.number().toBigInteger().toString() : value.number().toPlainString();
    }

    @Test
    void theScriptReadsNumbersAsTheServerDoes() {
        Page page = browser.page(new Browser.NewContextOptions());
        page.navigate(shop.url(shop.product(0)));
        for (String locale : new String[] {"en-US", "de-DE", "fr-FR", "de-CH", "ar-SA", "ja-JP", "pt-PT"}) {
            NumberReader numbers = NumberReader.of(Locale.forLanguageTag(locale));
            for (String entry : ENTRIES) {
                for (boolean whole : new boolean[] {true, false}) {
                    Object shown = page.evaluate(
                            "([value, number, inputMode]) => plainNumber({value, dataset: {number}, inputMode})",
                            new String[] {entry, numbers.separators(), whole ? "numeric" : "decimal"});
                    String text = whole && shown != null
                            ? shown.toString().replaceFirst("\\..*", "")
                            : Objects.toString(shown, null);
                    assertThat(text).as("%s in %s", entry, locale).isEqualTo(read(numbers, entry, whole));
                }
            }
        }
        page.context().close();
    }
}
