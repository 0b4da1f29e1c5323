package io.tollgate.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which index may serve a search: one that knows only a part of it would bring all rows with that part. */
class TrigramPatternTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "ann, TRIGRAMS",
                "a ann, TRIGRAMS",
                "an, CHARACTERS",
                "李, CHARACTERS",
                "李雷, CHARACTERS",
                "om., NEITHER",
                ".c, NEITHER",
                "김 철, NEITHER",
                "@, NEITHER",
                "..., NEITHER"
            })
    void needle_is_served_by_what_knows_all_of_it(String text, TrigramPattern needle) {
        assertThat(TrigramPattern.of(text)).isEqualTo(needle);
    }
}
