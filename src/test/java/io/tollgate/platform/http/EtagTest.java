package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.input.Request;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code If-Match}: of two programs that change one record, the slower one gets 412. */
class EtagTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String path = "/v1/customers/"
            + seller.create(Customers.RESOURCE, true, record -> {}).get("id").textValue();

    private Reply patch(String ifMatch, String name) {
        return api.send(
                "PATCH",
                path,
                Map.of("Content-Type", "application/json", "If-Match", ifMatch),
                "{\"name\":\"" + name + "\"}");
    }

    @Test
    void a_change_of_a_stale_state_is_rejected() {
        String read = api.get(path).header("ETag");
        assertThat(read).matches("\"[0-9a-f]{16}\"").isEqualTo(api.get(path).header("ETag"));
        Reply changed = patch(read, "Anna").expect(200);
        assertThat(changed.header("ETag"))
                .isNotEqualTo(read)
                .isEqualTo(api.get(path).header("ETag"));
        Reply refused = patch(read, "Berta").expect(412);
        assertThat(refused.json().get("code").textValue()).isEqualTo("precondition_failed");
        assertThat(api.get(path).json().at("/data/name").textValue()).isEqualTo("Anna");
        patch("\"other\", " + changed.header("ETag"), "Carla").expect(200);
        patch("*", "Dora").expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"no\"", "W/%s", "\"\"", "W/%s, \"no\"", "\"x,y\""})
    void tags_of_no_state_do_not_match(String ifMatch) {
        patch(ifMatch.formatted(api.get(path).header("ETag")), "Anna").expect(412);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "*", " %s ", "\"x,y\",%s", "W/\"a\" , %s", ",, %s,"})
    void a_list_of_tags_with_the_current_one_matches(String ifMatch) {
        patch(ifMatch.formatted(api.get(path).header("ETag")), "Anna").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no quotes",
                "1f0c93ab52d7e864",
                "'a'",
                "\"a",
                "a\"",
                "\"a\" \"b\"",
                "\"a\"b",
                "w/\"a\"",
                ",",
                "*, \"a\""
            })
    void a_malformed_header_is_rejected_by_name(String ifMatch) {
        Reply refused = patch(ifMatch, "Anna").expect(400);
        assertThat(refused.problems()).containsExactly("If-Match");
        assertThat(refused.json().get("message").textValue())
                .isEqualTo("Invalid request: If-Match must be an ETag with its double quotes,"
                        + " like \"1f0c93ab52d7e864\", or *");
    }

    static Stream<Endpoint> conditional() {
        return TestEndpoints.all().stream().filter(endpoint -> Request.CONDITIONAL.contains(endpoint.method()));
    }

    @ParameterizedTest
    @MethodSource("conditional")
    void every_change_and_deletion_rejects_it_with_all_other_problems(Endpoint endpoint) {
        Reply refused = api.send(
                endpoint.method().name(),
                endpoint.path().replaceAll("\\{\\w+}", "0".repeat(24)) + "?wrong=1",
                Map.of("Content-Type", "application/json", "If-Match", "no quotes"),
                "{\"wrong\":1}");
        assertThat(refused.problems()).contains("If-Match", "wrong");
    }

    @Test
    void a_record_that_is_not_there_is_not_found_first() {
        api.send(
                        "PATCH",
                        "/v1/customers/" + "0".repeat(24),
                        Map.of("Content-Type", "application/json", "If-Match", "\"no\""),
                        "{\"name\":\"A\"}")
                .expect(404);
    }

    @Test
    void of_many_changes_of_one_state_one_succeeds() {
        String read = api.get(path).header("ETag");
        List<Reply> replies = Parallel.times(16, i -> untilAnswered(read, "name " + i));
        assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(1);
        assertThat(replies.stream().filter(reply -> reply.status() == 412)).hasSize(15);
    }

    /** Changes that wait for the record for longer than a second get a 503, and are sent again. */
    private Reply untilAnswered(String ifMatch, String name) {
        Map<String, String> headers =
                Map.of("Content-Type", "application/json", "If-Match", ifMatch, "Idempotency-Key", name);
        Reply reply = api.send("PATCH", path, headers, "{\"name\":\"" + name + "\"}");
        for (int i = 0; i < 100 && reply.header("Retry-After") != null; i++) {
            reply = api.send("PATCH", path, headers, "{\"name\":\"" + name + "\"}");
        }
        return reply;
    }

    /** Control: writes without {@code If-Match} all succeed, and the last one wins. */
    @Test
    void without_if_match_all_changes_succeed() {
        List<Reply> replies = Parallel.times(
                16, i -> api.writeWithRetries("PATCH", path, "change " + i, "{\"name\":\"name " + i + "\"}"));
        assertThat(replies).allSatisfy(reply -> reply.expect(200));
        assertThat(api.get("/v1/audit-log").total()).isEqualTo(16);
    }
}
