package io.tollgate.platform.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.error.ApiError.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The message of a 400, because many clients show nothing else. */
class ApiErrorTest {
    private static String message(Problem... problems) {
        return ApiError.invalid(List.of(problems)).getMessage();
    }

    @Test
    void the_message_states_the_first_reason() {
        assertThat(message(new Problem("slug", "must be lowercase", "Abc")))
                .isEqualTo("Invalid request: slug must be lowercase");
    }

    @Test
    void a_reason_with_its_own_subject_follows_a_colon() {
        assertThat(message(new Problem("stauts", "unknown parameter, did you mean status?", "paid")))
                .isEqualTo("Invalid request: stauts: unknown parameter, did you mean status?");
        assertThat(message(new Problem("eventId", "no such event", null)))
                .isEqualTo("Invalid request: eventId: no such event");
        assertThat(message(new Problem("couponId", "issued for other pages", null)))
                .isEqualTo("Invalid request: couponId: issued for other pages");
    }

    @Test
    void the_message_counts_the_reasons_that_it_does_not_state() {
        Problem limit = new Problem("limit", "must be an integer from 1 to 100", "500");
        Problem name = new Problem("name", "is required", null);
        assertThat(message(limit, name))
                .isEqualTo("Invalid request: limit must be an integer from 1 to 100 (and 1 more)");
        assertThat(message(name, limit, name)).isEqualTo("Invalid request: name is required (and 2 more)");
    }

    @Test
    void a_long_name_is_shortened_between_characters() {
        String name = "a".repeat(199) + "😀".repeat(100);
        assertThat(message(new Problem(name, "is required", null)))
                .isEqualTo("Invalid request: " + "a".repeat(199) + "… is required");
    }
}
