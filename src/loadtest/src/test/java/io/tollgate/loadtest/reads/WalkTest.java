package io.tollgate.loadtest.reads;

import static io.tollgate.loadtest.Replies.assertInconsistent;
import static io.tollgate.loadtest.reads.Records.slice;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.loadtest.measure.Claims;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A walk believes an honest list, and each lie is found out. */
class WalkTest {
    private final Claims claims = new Claims(List.of());
    private final Walk walk = new Walk(Records.LISTING, 2, claims);

    private void down() {
        walk.take(slice(5, true, 9, 8));
        walk.take(slice(5, true, 7, 5));
        walk.take(slice(5, false, 3));
    }

    @Test
    void honest_list_is_walked_down_and_back() {
        assertThat(walk.path()).isEqualTo("/v1/things?limit=2");
        walk.take(slice(5, true, 9, 8));
        assertThat(walk.path()).isEqualTo("/v1/things?limit=2&starting_after=" + Records.id(8));
        walk.take(slice(5, true, 7, 5));
        walk.take(slice(5, false, 3));
        assertThat(walk.path()).isEqualTo("/v1/things?limit=2&ending_before=" + Records.id(3));
        walk.take(slice(5, true, 7, 5));
        assertThat(walk.path()).isEqualTo("/v1/things?limit=2&ending_before=" + Records.id(7));
        assertThat(walk.isOver()).isFalse();
        walk.take(slice(5, false, 9, 8));
        assertThat(walk.isOver()).isTrue();
        assertThat(claims.tried(Walk.DOWN)).isOne();
        assertThat(claims.tried(Walk.BACK)).isOne();
    }

    @Test
    void empty_list_is_walked_at_once() {
        walk.take(slice(0, false));
        assertThat(walk.isOver()).isTrue();
    }

    @Test
    void what_is_added_meanwhile_does_no_harm() {
        walk.take(slice(5, true, 9, 8));
        walk.take(slice(6, true, 7, 5));
        walk.take(slice(7, false, 3));
        walk.take(slice(7, true, 7, 5));
        walk.take(slice(7, true, 9, 8));
        walk.take(slice(7, false, 11, 10));
        assertThat(walk.isOver()).isTrue();
    }

    @Test
    void a_record_left_out_is_found() {
        walk.take(slice(5, true, 9, 8));
        assertInconsistent(() -> walk.take(slice(5, false, 7, 5)), "5 records but 4");
    }

    @Test
    void a_record_too_many_is_found() {
        walk.take(slice(2, true, 9, 8));
        assertInconsistent(() -> walk.take(slice(2, false, 7)), "2 records but 3");
    }

    @Test
    void a_record_shown_twice_is_found() {
        walk.take(slice(5, true, 9, 8));
        assertInconsistent(() -> walk.take(slice(5, true, 8, 7)), "cannot follow its cursor");
    }

    @Test
    void a_wrong_order_is_found() {
        assertInconsistent(() -> walk.take(slice(5, true, 8, 9)), "cannot follow its cursor");
    }

    @Test
    void a_short_page_that_says_more_follows_is_found() {
        assertInconsistent(() -> walk.take(slice(5, true, 9)), "cannot follow its cursor");
    }

    @Test
    void a_page_beyond_the_limit_is_found() {
        assertInconsistent(() -> walk.take(slice(5, true, 9, 8, 7)), "cannot follow its cursor");
    }

    @Test
    void a_way_back_with_a_record_less_is_found() {
        down();
        walk.take(slice(5, true, 7, 5));
        assertInconsistent(() -> walk.take(slice(5, false, 9)), "5 records one way, 4 the other");
    }

    @Test
    void a_way_back_over_other_records_is_found() {
        down();
        walk.take(slice(5, true, 7, 4));
        assertInconsistent(() -> walk.take(slice(5, false, 9, 8)), "5 records one way, 5 the other");
    }

    @Test
    void a_way_back_that_goes_on_downwards_is_found() {
        down();
        assertInconsistent(() -> walk.take(slice(5, true, 2, 1)), "cannot follow its cursor");
    }
}
