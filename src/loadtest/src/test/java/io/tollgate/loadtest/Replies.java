package io.tollgate.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Fault;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Answers as a gateway would give them, or as it never should, and what is to come of them. */
public final class Replies {
    private Replies() {}

    /** @param headers names and values in turn */
    public static Answer reply(int status, String body, String... headers) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            map.put(headers[i].toLowerCase(Locale.ROOT), headers[i + 1]);
        }
        return new Answer(status, map, body.getBytes(StandardCharsets.UTF_8), 5);
    }

    /** Asserts that a check goes red, and not for another reason. */
    public static void assertInconsistent(ThrowingCallable check, String message) {
        Fault fault = catchThrowableOfType(Fault.class, check);
        assertThat(fault).as("nothing was found wrong").isNotNull();
        assertThat(fault.kind()).isEqualTo(Fault.Kind.INCONSISTENCY);
        assertThat(fault).hasMessageContaining(message);
    }

    public static void assertError(ThrowingCallable check, String message) {
        Fault fault = catchThrowableOfType(Fault.class, check);
        assertThat(fault).as("nothing was found wrong").isNotNull();
        assertThat(fault.kind()).isEqualTo(Fault.Kind.ERROR);
        assertThat(fault).hasMessageContaining(message);
    }
}
