package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.ListRequest;
import io.tollgate.sales.payment.Payments;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pages from remembered matches: the ids 2, 4, 6 … 20, newest first. */
class MatchedIdsTest {
    private static final String IDS = IntStream.rangeClosed(1, 10)
            .map(i -> 22 - 2 * i)
            .mapToObj(MatchedIdsTest::id)
            .collect(Collectors.joining());

    private final MatchedIds all = MatchedIds.of(IDS, 10);
    private final MatchedIds newest = MatchedIds.of(IDS, 11);

    private static String id(int number) {
        return "%024x".formatted(number);
    }

    private static @Nullable List<Integer> page(MatchedIds matches, String... cursor) {
        List<Map.Entry<String, String>> query = cursor.length == 0
                ? List.of(Map.entry("limit", "3"))
                : List.of(Map.entry("limit", "3"), Map.entry(cursor[0], cursor[1]));
        List<String> ids = matches.page(ListRequest.parse(Payments.RESOURCE, query));
        return ids == null
                ? null
                : ids.stream().map(id -> Integer.parseInt(id, 16)).toList();
    }

    @Test
    void first_page_and_one_more() {
        assertThat(page(all)).containsExactly(20, 18, 16, 14);
        assertThat(page(newest)).containsExactly(20, 18, 16, 14);
    }

    @Test
    void page_after_a_cursor_that_is_or_is_not_a_match() {
        assertThat(page(all, "starting_after", id(12))).containsExactly(10, 8, 6, 4);
        assertThat(page(all, "starting_after", id(11))).containsExactly(10, 8, 6, 4);
        assertThat(page(all, "starting_after", id(6))).containsExactly(4, 2);
        assertThat(page(all, "starting_after", id(1))).isEmpty();
        assertThat(page(all, "starting_after", id(99))).containsExactly(20, 18, 16, 14);
    }

    @Test
    void page_before_a_cursor_nearest_first() {
        assertThat(page(all, "ending_before", id(12))).containsExactly(14, 16, 18, 20);
        assertThat(page(all, "ending_before", id(13))).containsExactly(14, 16, 18, 20);
        assertThat(page(all, "ending_before", id(18))).containsExactly(20);
        assertThat(page(all, "ending_before", id(20))).isEmpty();
        assertThat(page(all, "ending_before", id(1))).containsExactly(2, 4, 6, 8);
    }

    @Test
    void pages_beyond_the_remembered_matches_need_the_database() {
        assertThat(page(newest, "starting_after", id(6))).isNull();
        assertThat(page(newest, "ending_before", id(1))).isNull();
        assertThat(page(newest, "ending_before", id(2))).containsExactly(4, 6, 8, 10);
    }

    @Test
    void no_match_is_an_empty_page() {
        MatchedIds none = MatchedIds.of("", 0);
        assertThat(page(none)).isEqualTo(Collections.emptyList());
        assertThat(page(none, "ending_before", id(1))).isEqualTo(Collections.emptyList());
    }
}
