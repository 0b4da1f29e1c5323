package io.tollgate.loadtest.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/**
 * What came back, whole.
 *
 * @param headers by lower-case name
 * @param millis from the first byte sent to the last received
 */
public record Answer(int status, Map<String, String> headers, byte[] body, long millis) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Empty where there is none. */
    public String header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }

    /** @throws Fault an error, where the status is another */
    public Answer expect(int... statuses) {
        for (int expected : statuses) {
            if (status == expected) {
                return this;
            }
        }
        throw Fault.error("answered " + status + code());
    }

    /** @throws Fault an error, where it is no JSON */
    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (IOException e) {
            throw Fault.error("a body that is no JSON");
        }
    }

    /** The stable word of an error, and how to find the request in the log; no more of it, as bodies hold data. */
    private String code() {
        String code = "";
        try {
            code = JSON.readTree(body).path("code").asText("");
        } catch (IOException e) {
            // Then there is no word.
        }
        return (code.isEmpty() ? "" : " " + code) + where();
    }

    /** The id of the request, for messages. */
    public String where() {
        return header("request-id").isEmpty() ? "" : " (" + header("request-id") + ")";
    }

    /** Seconds that the server asks to wait, or a default. */
    public long retryAfterSeconds(long otherwise) {
        try {
            return Math.max(0, Long.parseLong(header("retry-after")));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
