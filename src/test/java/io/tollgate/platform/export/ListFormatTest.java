package io.tollgate.platform.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListFormatTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "JSON|",
                "JSON|*/*",
                "JSON|application/json",
                "JSON|application/json, text/plain, */*",
                "JSON|text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                "JSON|application/json, text/csv;q=0.9",
                "JSON|text/csv;q=0.5, */*",
                "JSON|text/csv;q=0",
                "CSV|text/csv",
                "CSV|Text/CSV; charset=utf-8; header=present",
                "CSV|text/csv, */*",
                "CSV|text/csv, application/json",
                "CSV|application/json;q=0.2, text/csv;q=0.3",
                "NDJSON|application/x-ndjson",
                "NDJSON|application/x-ndjson, text/csv;q=0.9, */*;q=0.1"
            })
    void named_format_with_the_highest_preference_wins(ListFormat format, String accept) {
        assertThat(ListFormat.of(accept)).isEqualTo(format);
    }
}
