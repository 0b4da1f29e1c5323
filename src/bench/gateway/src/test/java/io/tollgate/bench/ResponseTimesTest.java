package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Reads the histogram of the gateway. */
class ResponseTimesTest {
    private static final String METRICS = """
            # TYPE tollgate_request_seconds histogram
            tollgate_request_seconds_bucket{method="GET",route="/v1/payments",status="200",le="0.2"} 1.0
            tollgate_request_seconds_bucket{method="GET",route="/v1/payments",status="200",le="+Inf"} 100.0
            tollgate_request_seconds_bucket{method="POST",route="/events",status="200",le="0.1"} 10.0
            tollgate_request_seconds_bucket{method="POST",route="/events",status="200",le="0.2"} 97.0
            tollgate_request_seconds_bucket{method="POST",route="/events",status="200",le="+Inf"} 98.0
            tollgate_request_seconds_bucket{method="POST",route="/events",status="503",le="0.2"} 0.0
            tollgate_request_seconds_bucket{method="POST",route="/events",status="503",le="+Inf"} 2.0
            tollgate_request_seconds_count{method="POST",route="/events",status="503"} 2
            """;

    @Test
    void answersOfEveryStatusCount() {
        assertThat(ResponseTimes.percentWithin(METRICS, "/events", "0.2")).isEqualTo(97);
        assertThat(ResponseTimes.percentWithin(METRICS, "/events", "0.1")).isEqualTo(10);
        assertThat(ResponseTimes.percentWithin(METRICS, "/v1/payments", "0.2")).isEqualTo(1);
    }

    @Test
    void aRouteWithoutRequestsHasNoShare() {
        assertThatThrownBy(() -> ResponseTimes.percentWithin(METRICS, "/none", "0.2"))
                .isInstanceOf(IllegalStateException.class);
    }
}
