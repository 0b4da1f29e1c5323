package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Peers have to give the same data; how they write it is theirs. */
class SameAnswerTest {
    private static final String ANSWER =
            "{\"data\":[{\"id\":\"a\",\"amount\":1500,\"rate\":7.0,\"none\":null}],\"total\":1,\"has_more\":false}";

    @Test
    void order_of_members_and_form_of_numbers_do_not_count() {
        String other = "{\"has_more\":false,\"total\":1,"
                + "\"data\":[{\"none\":null,\"rate\":7,\"amount\":1.5e3,\"id\":\"a\"}]}";

        assertThat(SameAnswer.difference(ANSWER, other)).isNull();
    }

    @Test
    void a_difference_is_found_where_it_is() {
        assertThat(SameAnswer.difference(ANSWER, ANSWER.replace("1500", "1501")))
                .isEqualTo("/data/0/amount");
        assertThat(SameAnswer.difference(ANSWER, ANSWER.replace(",\"none\":null", "")))
                .isEqualTo("/data/0");
        assertThat(SameAnswer.difference(ANSWER, ANSWER.replace("null", "\"\"")))
                .isEqualTo("/data/0/none");
        assertThat(SameAnswer.difference(ANSWER, ANSWER.replace("\"none\"", "\"other\"")))
                .isEqualTo("/data/0/none");
        assertThat(SameAnswer.difference(ANSWER, ANSWER.replace("\"total\":1", "\"total\":2")))
                .isEqualTo("/total");
    }
}
