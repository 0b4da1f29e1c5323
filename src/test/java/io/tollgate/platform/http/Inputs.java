package io.tollgate.platform.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Validates JSON against the definition and rules of a body, without HTTP. */
public final class Inputs {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Inputs() {}

    /** Returns the validated input with its problems. */
    public static Input of(Body body, String json) {
        try {
            JsonNode sent = MAPPER.readTree(json);
            return Input.of(body, sent, new ArrayList<>());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the paths of all problems, in their order. */
    public static List<String> problems(Body body, String json, Consumer<Input> rules) {
        Input input = of(body, json);
        rules.accept(input);
        try {
            Input unused = input.check();
            return List.of();
        } catch (ApiError refused) {
            return refused.problems().stream().map(Problem::param).toList();
        }
    }
}
