package io.tollgate.loadtest.reads;

import static io.tollgate.loadtest.Replies.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages are read to the byte. */
class SliceTest {
    @Test
    void records_keep_their_bytes() {
        String record = "{\"name\":\"Zo\\u00eb é 😀\", \"nested\":{\"id\":\"no\",\"list\":[{}]},\"id\":\""
                + Records.id(7) + "\" }";
        Slice slice = Slice.parse(("{ \"extra\":[1], \"data\": [ " + record + " , " + Records.json(3)
                        + "] , \"total\": 12, \"has_more\": true }")
                .getBytes(StandardCharsets.UTF_8));
        assertThat(slice.total()).isEqualTo(12);
        assertThat(slice.hasMore()).isTrue();
        assertThat(slice.first()).isEqualTo(Records.id(7));
        assertThat(slice.last()).isEqualTo(Records.id(3));
        assertThat(new String(slice.items().get(0).json(), StandardCharsets.UTF_8))
                .isEqualTo(record);
        assertThat(new String(slice.items().get(1).json(), StandardCharsets.UTF_8))
                .isEqualTo(Records.json(3));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"data\":[]}",
                "{\"data\":[],\"total\":0}",
                "{\"data\":{},\"total\":0,\"has_more\":false}",
                "{\"data\":[{}],\"total\":1,\"has_more\":false}",
                "{\"data\":[{\"id\":\"7\"}],\"total\":1,\"has_more\":false}",
                "{\"data\":[],\"total\":0,\"has_more\":fal"
            })
    void what_is_no_page_is_an_error(String body) {
        assertError(() -> Slice.parse(body.getBytes(StandardCharsets.UTF_8)), "page");
    }
}
