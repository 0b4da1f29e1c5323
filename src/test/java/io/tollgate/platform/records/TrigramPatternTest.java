package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The index that may serve a search. An index that covers only a part of the term would return all rows with that part.
 */
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
    void a_term_uses_an_index_that_covers_all_of_it(String text, TrigramPattern needle) {
        assertThat(TrigramPattern.of(text)).isEqualTo(needle);
    }
}
