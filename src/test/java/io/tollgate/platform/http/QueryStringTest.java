package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;

/**
 * The number of query parameters is limited, because a response that names each of thousands would be many times the
 * size of the request.
 */
class QueryStringTest {
    private final TestApi api = TestGateway.shared().seller().live();

    private Reply sent(String parameter, int times) {
        return api.get("/v1/payments?" + (parameter + "&").repeat(times));
    }

    @Test
    void up_to_a_hundred_parameters_are_named() {
        for (String wrong : new String[] {"a=%C3", "%C3=a", "unknown=1"}) {
            assertThat(sent(wrong, 100).problems()).as(wrong).hasSize(100);
            Reply many = sent(wrong, 101).expect(400);
            assertThat(many.json().get("code").textValue()).as(wrong).isEqualTo("malformed_request");
            assertThat(many.json().get("errors")).as(wrong).isEmpty();
        }
    }

    /** Reported together with all other problems of a request. */
    @Test
    void an_unreadable_query_is_rejected_after_authentication_and_rate_limits() {
        String path = "/v1/payments/65f0c0ffee0123456789abcd?livemode=%C3";
        TestGateway.shared().api(null).get(path).expect(401);
        Reply refused = api.get(path).expect(400);
        assertThat(refused.json().at("/errors/0/param").textValue()).isEqualTo("livemode");
        assertThat(refused.header("RateLimit-Remaining")).isNotNull();
    }
}
