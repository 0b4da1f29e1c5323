package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every response has a {@code Date} header. */
class DateTest {
    /** The clocks of the gateway and of the test may differ by the time of a query. */
    private static final Duration CLOCK_DIFFERENCE_MAX = Duration.ofSeconds(1);

    /** Checks that a response has the second of its time: a slow machine may take long for the request. */
    private static void assertNow(Supplier<@Nullable String> request) {
        Instant begun = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String date = request.get();
        assertThat(date).matches("\\w{3}, \\d{2} \\w{3} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT");
        Instant said =
                ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        assertThat(said)
                .isBetween(begun.minus(CLOCK_DIFFERENCE_MAX), Instant.now().plus(CLOCK_DIFFERENCE_MAX));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/v1/payments", "/v1/payments/x", "/v1/no", "/no", "/", "/docs", "/openapi.json", "/files/a/b"})
    void responses_have_a_date(String path) {
        TestApi seller = TestGateway.shared().seller().live();
        assertNow(() -> seller.get(path).header("Date"));
        assertNow(() -> TestGateway.shared().api(null).get(path).header("Date"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n"})
    void rejections_before_routing_have_a_date(String bytes) {
        assertNow(() -> RawHttp.send(TestGateway.shared().port(), bytes).only().header("Date"));
    }

    @Test
    void the_date_has_the_http_format_and_is_updated_once_a_second() {
        DateText date = new DateText();
        Instant moment = Instant.parse("2026-06-03T04:05:06.789Z");
        CharSequence text = date.at(moment);
        assertThat(text).hasToString("Wed, 03 Jun 2026 04:05:06 GMT");
        assertThat(date.at(moment.plusMillis(200))).isSameAs(text);
        assertThat(date.at(moment.plusMillis(300))).hasToString("Wed, 03 Jun 2026 04:05:07 GMT");
        assertThat(date.at(moment)).hasToString(text.toString());
    }
}
