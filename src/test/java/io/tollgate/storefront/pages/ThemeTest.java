package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.storefront.pages.Theme.Color;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sellers choose any color; texts on it and links in it stay legible. */
class ThemeTest {
    private static final Pattern VARIABLES = Pattern.compile("--accent:#(.{6});--on-accent:#(.{6});--link:#(.{6})");

    private static final Color LIGHT = Color.of("f4f5f7");
    private static final Color DARK = Color.of("1b1f26");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "000000", "ffffff", "ffe600", "1f5fd6", "777777", "e91e63", "00ff88", "0a0a2a", "f5f5dc", "ff6600"
            })
    void textsAreLegible(String hex) {
        Matcher variables = VARIABLES.matcher(Theme.css(Color.of(hex)));
        for (Color page : new Color[] {LIGHT, DARK}) {
            assertThat(variables.find()).isTrue();
            Color accent = Color.of(variables.group(1));
            assertThat(variables.group(1)).isEqualTo(hex);
            assertThat(accent.contrast(Color.of(variables.group(2)))).isGreaterThanOrEqualTo(4.5);
            assertThat(page.contrast(Color.of(variables.group(3)))).isGreaterThanOrEqualTo(4.5);
        }
    }
}
