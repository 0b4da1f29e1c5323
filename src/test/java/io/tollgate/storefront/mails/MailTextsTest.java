package io.tollgate.storefront.mails;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.pdf.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MailTextsTest {
    @Test
    void eachTextIsUsed() throws IOException {
        Set<String> unused = new TreeSet<>(MailTexts.catalog("en").texts().keySet());
        StringBuilder code = new StringBuilder();
        for (String folder : List.of("mails", "portal")) {
            try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/tollgate/storefront", folder))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    code.append(Files.readString(file));
                }
            }
        }
        unused.removeIf(key -> code.indexOf('"' + key + '"') >= 0);
        assertThat(unused).isEmpty();
    }

    @Test
    void amountsAndDatesHaveTheFormOfTheLanguage() {
        Instant time = Instant.parse("2026-03-01T23:30:00Z");
        MailTexts german = MailTexts.of("de-AT", new Formats());
        assertThat(german.date(time, "Europe/Vienna")).isEqualTo("2. März 2026");
        assertThat(german.money(120_000, "eur")).isEqualTo("€\u00a01.200,00");
        assertThat(MailTexts.of("ar-SA", new Formats()).direction()).isEqualTo("rtl");
        assertThat(MailTexts.of("fi-FI", new Formats()).tag()).isEqualTo("en-US");
    }
}
