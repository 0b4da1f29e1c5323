package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.EventTexts.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final Pattern USED = Pattern.compile("[\\w.]*[tT]ext\\(\\s*\"([A-Za-z0-9.]+[A-Za-z0-9])\"");

    @Test
    void textsOfPagesExist() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (Path root : new Path[] {Path.of("src/main/jte"), Path.of("src/main/java/io/tollgate/storefront/pages")}) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    USED.matcher(Files.readString(file))
                            .results()
                            .map(found -> found.group(1))
                            .filter(key -> !Messages.catalog("en").texts().containsKey(key))
                            .forEach(missing::add);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void moneyHasTheFormOfTheLanguage() {
        assertThat(Messages.of(null, "en-US").money(120_000, "usd")).isEqualTo("$1,200.00");
        assertThat(Messages.of(null, "de-DE").money(120_000, "eur")).isEqualTo("1.200,00\u00a0€");
        assertThat(Messages.of(null, "ja-JP").money(1_200, "jpy")).isEqualTo("￥1,200");
    }

    @Test
    void datesAndNumbersHaveTheDigitsOfAmounts() {
        Messages arabic = Messages.of(null, "ar-SA");
        EventTimes times = new EventTimes(
                arabic, new Place("in_person", null, null, "Europe/Berlin", null, null, null, null, null, true));
        assertThat(arabic.money(1_200, "eur")).contains("١٢٫٠٠");
        assertThat(times.date(Instant.parse("2036-09-18T18:00:00Z"), null)).contains("١٨", "٢٠٣٦");
        assertThat(arabic.number(12)).isEqualTo("١٢");
    }

    @Test
    void buyersLanguageWins() {
        assertThat(Messages.of("fr", "de-AT").tag()).isEqualTo("fr");
        assertThat(Messages.of("de", "de-AT").tag()).isEqualTo("de-AT");
        assertThat(Messages.of("xx", "de-AT").tag()).isEqualTo("de-AT");
        assertThat(Messages.of(null, "fi-FI").tag()).isEqualTo("en-US");
        assertThat(Messages.of(null, "jp-JP").tag()).isEqualTo("ja-JP");
        assertThat(Messages.of("ja", "jp-JP").tag()).isEqualTo("ja-JP");
        assertThat(Messages.of("jp-JP", "en-US").tag()).isEqualTo("ja");
        assertThat(Messages.of("ja-JP", "en-US").tag()).isEqualTo("ja");
        assertThat(Messages.of("de-AT", "en-US").tag()).isEqualTo("de");
        assertThat(Messages.of("tlh", "de-AT").tag()).isEqualTo("de-AT");
    }
}
