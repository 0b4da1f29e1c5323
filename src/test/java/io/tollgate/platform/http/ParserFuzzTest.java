package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.apikey.KeyFormat;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.IdempotencyKey;
import io.tollgate.platform.input.JsonBody;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Search;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestApi;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NonNull;

/**
 * Parsers of request data accept any input: they return a value or a 400. A normal run uses the stored corpus; {@code
 * scripts/fuzz} looks for more inputs.
 */
class ParserFuzzTest {
    private static final String DURATION = "60s";

    @FuzzTest(maxDuration = DURATION)
    void body(@NonNull FuzzedDataProvider data) {
        JsonNode tree;
        try {
            tree = JsonBody.parse(Buffer.buffer(data.consumeRemainingAsBytes()));
        } catch (ApiError refused) {
            assertThat(refused.status()).isEqualTo(400);
            return;
        }
        // Writing and reading the value again gives the same value, except for the number type of 0e1.
        assertThat(JsonBody.parse(Buffer.buffer(tree.toString()))).hasToString(tree.toString());
    }

    @FuzzTest(maxDuration = DURATION)
    void query(@NonNull FuzzedDataProvider data) {
        List<Map.Entry<String, String>> parameters;
        try {
            parameters = QueryString.parse(data.consumeRemainingAsString());
        } catch (ApiError refused) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.problems().isEmpty())
                    .as("only a query of too many has none that could be named")
                    .isEqualTo(refused.code().equals("malformed_request"));
            assertThat(refused.problems()).hasSizeLessThanOrEqualTo(100);
            return;
        }
        assertThat(parameters)
                .allSatisfy(
                        parameter -> assertThat(parameter.getValue().chars()).noneMatch(Character::isISOControl));
        list(parameters);
    }

    /** Passes names of parameters to the fuzzer, so that it reaches their values quickly. */
    @FuzzTest(maxDuration = DURATION)
    void parameters(@NonNull FuzzedDataProvider data) {
        List<String> names = ListRequest.allowed(Payments.RESOURCE);
        String one = names.get(data.consumeInt(0, names.size() - 1));
        String other = names.get(data.consumeInt(0, names.size() - 1));
        list(List.of(Map.entry(one, data.consumeString(64)), Map.entry(other, data.consumeRemainingAsString())));
    }

    private static void list(List<Map.Entry<String, String>> parameters) {
        try {
            ListRequest request = ListRequest.parse(Payments.RESOURCE, parameters);
            assertThat(request.limit()).isBetween(1, ListRequest.LIMIT_MAX);
            if (request.cursor() != null) {
                assertThat(request.cursor()).matches("[0-9a-f]{24}");
            }
        } catch (ApiError refused) {
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.problems()).isNotEmpty();
        }
    }

    @FuzzTest(maxDuration = DURATION)
    void search(@NonNull FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        assertThat(Payments.RESOURCE.search().ruleFor(text).fields()).isNotEmpty();
        assertThat(Search.fold(text)).isNotNull();
    }

    @FuzzTest(maxDuration = DURATION)
    void key(@NonNull FuzzedDataProvider data) {
        String text = data.consumeRemainingAsString();
        if (KeyFormat.wellFormed(text)) {
            assertThat(text).matches("sk_(live|test)_[0-9A-Za-z]+");
        }
    }

    /** A header consists of bytes, one for each character. */
    @FuzzTest(maxDuration = DURATION)
    void idempotencyKey(@NonNull FuzzedDataProvider data) {
        List<String> headers = new ArrayList<>();
        for (int more = data.consumeInt(0, 2); more > 0; more--) {
            headers.add(
                    new String(data.consumeBytes(more == 1 ? data.remainingBytes() : 8), StandardCharsets.ISO_8859_1));
        }
        String key;
        try {
            key = IdempotencyKey.text(headers);
        } catch (ApiError refused) {
            assertThat(refused.problems()).extracting(ApiError.Problem::param).containsExactly(IdempotencyKey.HEADER);
            assertThat(headers.size() == 1 && headers.get(0).matches("[ -~]{1,255}"))
                    .as("a right one was refused")
                    .isFalse();
            // The message shows the sent value; of a long one, the beginning.
            String body = ErrorBody.of(refused, "req");
            String shown = new TestApi.Reply(400, Map.of(), body)
                    .json()
                    .at("/errors/0/value")
                    .textValue();
            assertThat(headers.get(0)).startsWith(shown.replace("…", ""));
            return;
        }
        if (key == null) {
            assertThat(headers).isEmpty();
            return;
        }
        assertThat(headers).containsExactly(key);
        assertThat(key).matches("[ -~]{1,255}");
        IdempotencyKey made = new IdempotencyKey(key, new byte[0]);
        assertThat(made.lock("a", true)).isEqualTo(made.lock("a", true)).isNotEqualTo(made.lock("a", false));
    }
}
