package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.icu.util.ULocale;
import io.tollgate.pdf.Labels;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextCatalogTest {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[0-9]}");

    @ParameterizedTest
    @ValueSource(strings = {"/storefront/messages/", "/mail/messages/"})
    void languagesHaveTheSameTexts(String folder) {
        Map<String, String> english = TextCatalog.of(folder + "en.properties").texts();
        assertThat(english).isNotEmpty();
        for (String language : Messages.LANGUAGES) {
            Map<String, String> other =
                    TextCatalog.of(folder + language + ".properties").texts();
            assertThat(other.keySet()).as(language).isEqualTo(english.keySet());
            english.forEach((key, text) -> assertThat(placeholders(other.get(key)))
                    .as("%s in %s", key, language)
                    .isEqualTo(placeholders(text)));
        }
    }

    @Test
    void volumeDiscountsHaveOneNameOnPagesAndDocuments() {
        for (String language : Messages.LANGUAGES) {
            assertThat(Messages.of(language, null).text("summary.bulkDiscount"))
                    .isEqualTo(Labels.of(ULocale.forLanguageTag(language)).get("bulkDiscount"));
        }
    }

    private static Set<String> placeholders(String text) {
        return PLACEHOLDER.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    @Test
    void valuesAreNotPlaceholders() {
        TextCatalog texts = new TextCatalog(Map.of("greeting", "{0} and {1} of {2}"));
        assertThat(texts.text("greeting", "{1}", "$1 \\")).isEqualTo("{1} and $1 \\ of {2}");
    }

    @Test
    void unknownTextsFail() {
        assertThatThrownBy(() -> new TextCatalog(Map.of()).text("greeting")).hasMessageContaining("greeting");
        assertThatThrownBy(() -> TextCatalog.of("/mail/messages/xx.properties")).hasMessageContaining("missing");
    }
}
