package io.tollgate.platform.input;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.error.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses the query parameters of reads other than lists. */
public final class QueryValues {
    private QueryValues() {}

    /** Parses the value of one parameter. */
    public interface Parser {
        /** @throws IllegalArgumentException with a message that tells the caller what is expected */
        Object parse(String name, String text);
    }

    /** Returns the values of the parameters that were sent, by name. One 400 reports all problems. */
    public static Map<String, Object> parse(List<Map.Entry<String, String>> sent, List<String> names, Parser parser) {
        List<Problem> problems = new ArrayList<>();
        Map<String, Object> values = new HashMap<>();
        for (Map.Entry<String, String> parameter : sent) {
            String name = parameter.getKey();
            try {
                if (!names.contains(name)) {
                    throw new IllegalArgumentException(NearestName.unknown("parameter", name, names));
                }
                if (values.containsKey(name)) {
                    throw new IllegalArgumentException("must not be repeated");
                }
                values.put(name, parser.parse(name, parameter.getValue()));
            } catch (IllegalArgumentException invalid) {
                problems.add(new Problem(name, String.valueOf(invalid.getMessage()), parameter.getValue()));
            }
        }
        if (!problems.isEmpty()) {
            throw ApiError.invalid(problems);
        }
        return values;
    }

    /** Parses an integer with these bounds. */
    public static Long integer(String text, long min, long max) {
        return integer(text, min, max, "must be an integer from " + min + " to " + max);
    }

    /** Parses the number of something that counts without end, such as a position. */
    public static Long number(String text, long min, String what) {
        return integer(text, min, Long.MAX_VALUE, "must be a " + what + ": an integer of at most 18 digits");
    }

    private static Long integer(String text, long min, long max, String problem) {
        long value = text.matches("0|[1-9]\\d{0,17}") ? Long.parseLong(text) : -1;
        if (value < min || value > max) {
            throw new IllegalArgumentException(problem);
        }
        return value;
    }
}
