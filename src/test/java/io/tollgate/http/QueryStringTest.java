package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import org.junit.jupiter.api.Test;

/** How many parameters a query may have: an answer that names each of thousands would be many times the request. */
class QueryStringTest {
    private final TestApi api = TestGateway.shared().seller().live();

    private Reply sent(String parameter, int times) {
        return api.get("/v1/payments?" + (parameter + "&").repeat(times));
    }

    @Test
    void up_to_a_hundred_are_named_and_more_are_not() {
        for (String wrong : new String[] {"a=%C3", "%C3=a", "unknown=1"}) {
            assertThat(sent(wrong, 100).problems()).as(wrong).hasSize(100);
            Reply many = sent(wrong, 101).expect(400);
            assertThat(many.json().get("code").textValue()).as(wrong).isEqualTo("malformed_request");
            assertThat(many.json().get("errors")).as(wrong).isEmpty();
        }
    }

    /** As everything else that is wrong with a request. */
    @Test
    void a_query_that_cannot_be_read_is_refused_after_the_key_and_with_the_budget() {
        String path = "/v1/payments/65f0c0ffee0123456789abcd?livemode=%C3";
        TestGateway.shared().api(null).get(path).expect(401);
        Reply refused = api.get(path).expect(400);
        assertThat(refused.json().at("/errors/0/param").textValue()).isEqualTo("livemode");
        assertThat(refused.header("RateLimit-Remaining")).isNotNull();
    }
}
