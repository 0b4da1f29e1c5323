package io.tollgate.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A percentage is calculated exactly as written, to its last decimal. */
class PercentTest {
    @ParameterizedTest
    @CsvSource({
        "99.99999, 99999999, 99999989",
        "12.34567, 99999999, 12345670",
        "19.123456, 99999999, 19123456",
        "33.333333, 99999999, 33333333",
        "0.000001, 50000000, 1",
        "0.000001, 49999999, 0",
        "100, 99999999, 99999999",
        "1000, 99999999999, 999999999990",
    })
    void share_is_exact_to_six_decimals(BigDecimal percent, long amount, long share) {
        assertThat(Percent.of(percent).share(amount)).isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({"19.123456, 119123456, 19123456", "0.000001, 100000001, 1", "19, 119, 19"})
    void part_contained_is_exact_to_six_decimals(BigDecimal percent, long amount, long contained) {
        assertThat(Percent.of(percent).containedIn(amount)).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"19.123456", "0.000001", "100", "7.5"})
    void percentage_is_shown_as_it_was_written(BigDecimal percent) {
        Percent of = Percent.of(percent);
        assertThat(of.value()).isEqualTo(percent);
        assertThat(of.fraction()).isEqualByComparingTo(percent.movePointLeft(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0000001", "-1"})
    void percentage_that_no_rule_can_have_is_refused(BigDecimal percent) {
        assertThatThrownBy(() -> Percent.of(percent))
                .isInstanceOfAny(ArithmeticException.class, IllegalArgumentException.class);
    }
}
