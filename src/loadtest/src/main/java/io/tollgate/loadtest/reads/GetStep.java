package io.tollgate.loadtest.reads;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Reads one record that a list showed. */
record GetStep(Known known, Call.Caller caller, Claims claims) implements Step {
    static final String SAME = "a record read by its id is the one of the list, byte for byte but for signed links";

    private static final byte[] OPENING = "{\"data\":".getBytes(StandardCharsets.UTF_8);

    /** Signed anew in each answer. */
    private static final List<String> SIGNED = List.of("invoiceUrl");

    @Override
    public String name() {
        return "get one of " + known.listing().noun();
    }

    @Override
    public Call call() {
        return Call.get(caller, known.listing().path() + "/" + known.id());
    }

    @Override
    public void judge(Answer answer) {
        answer.expect(200);
        claims.hold(
                SAME,
                isSame(answer.body()) || isSameButForLinks(answer.json().path("data")),
                "differs from the record of the list" + answer.where());
    }

    private boolean isSame(byte[] body) {
        int length = known.json().length;
        return body.length == OPENING.length + length + 1
                && Arrays.equals(body, 0, OPENING.length, OPENING, 0, OPENING.length)
                && Arrays.equals(body, OPENING.length, OPENING.length + length, known.json(), 0, length);
    }

    private boolean isSameButForLinks(JsonNode read) {
        JsonNode listed = known.document();
        if (!(read instanceof ObjectNode now) || !(listed instanceof ObjectNode then)) {
            return false;
        }
        String updated = then.path("updatedAt").asText();
        if (now.path("updatedAt").asText().compareTo(updated) > 0) {
            // Somebody changed it since.
            return now.path("id").asText().equals(known.id());
        }
        return now.remove(SIGNED).equals(then.remove(SIGNED));
    }
}
