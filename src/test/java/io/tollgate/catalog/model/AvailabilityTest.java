package io.tollgate.catalog.model;

import static io.tollgate.catalog.model.AvailabilityStatus.AVAILABLE;
import static io.tollgate.catalog.model.AvailabilityStatus.SOLD_OUT;
import static io.tollgate.catalog.model.AvailabilityStatus.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.model.SaleTerms.Behavior;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AvailabilityTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final Instant BEFORE = NOW.minusSeconds(1);
    private static final Instant AFTER = NOW.plusSeconds(1);

    private static SaleTerms terms(Behavior behavior, @Nullable Instant start, @Nullable Instant end) {
        return new SaleTerms("own", true, behavior, start, end, "trigger");
    }

    private static AvailabilityStatus status(SaleTerms terms) {
        return status(terms, new SaleTerms("trigger", true, Behavior.DATE_TIME_BASED, null, AFTER, null), Set.of());
    }

    private static AvailabilityStatus status(SaleTerms terms, SaleTerms trigger, Set<String> soldOut) {
        return new Availability(Map.of("own", terms, "trigger", trigger), soldOut::contains, AFTER, null, NOW)
                .of(terms);
    }

    @Test
    void what_is_disabled_is_unavailable_and_what_is_sold_out_is_on_sale() {
        SaleTerms disabled = new SaleTerms("own", false, Behavior.ALWAYS_AVAILABLE, null, null, null);
        assertThat(status(disabled)).isEqualTo(UNAVAILABLE);
        SaleTerms enabled = terms(Behavior.ALWAYS_AVAILABLE, AFTER, BEFORE);
        assertThat(status(enabled)).isEqualTo(AVAILABLE);
        assertThat(status(enabled, enabled, Set.of("own"))).isEqualTo(SOLD_OUT);
    }

    @Test
    void a_period_includes_its_ends() {
        assertThat(status(terms(Behavior.DATE_TIME_BASED, NOW, NOW))).isEqualTo(AVAILABLE);
        assertThat(status(terms(Behavior.DATE_TIME_BASED, AFTER, null))).isEqualTo(UNAVAILABLE);
        assertThat(status(terms(Behavior.DATE_TIME_BASED, null, BEFORE))).isEqualTo(UNAVAILABLE);
    }

    @Test
    void the_sale_of_some_ends_when_the_event_starts() {
        SaleTerms terms = terms(Behavior.UNTIL_EVENT_STARTS, null, null);
        assertThat(new Availability(Map.of(), id -> false, NOW, null, NOW).of(terms))
                .isEqualTo(UNAVAILABLE);
        assertThat(new Availability(Map.of(), id -> false, AFTER, null, NOW).of(terms))
                .isEqualTo(AVAILABLE);
        assertThat(new Availability(Map.of(), id -> false, null, null, NOW).of(terms))
                .isEqualTo(AVAILABLE);
    }

    @Test
    void a_sale_can_wait_for_the_end_of_another() {
        SaleTerms waiting = terms(Behavior.AFTER_TICKET_SALE_ENDS, null, null);
        SaleTerms over = new SaleTerms("trigger", true, Behavior.DATE_TIME_BASED, null, NOW, null);
        assertThat(status(waiting)).isEqualTo(UNAVAILABLE);
        assertThat(status(waiting, over, Set.of())).isEqualTo(AVAILABLE);
        assertThat(status(waiting, over, Set.of("trigger"))).isEqualTo(AVAILABLE);
        assertThat(new Availability(Map.of("trigger", over), id -> false, null, null, NOW).saleStart(waiting))
                .isEqualTo(NOW);
    }

    @Test
    void a_sale_can_wait_until_another_is_sold_out() {
        SaleTerms running = new SaleTerms("trigger", true, Behavior.DATE_TIME_BASED, null, AFTER, null);
        SaleTerms waiting = terms(Behavior.AFTER_TICKET_SOLD_OUT, null, null);
        SaleTerms either = terms(Behavior.AFTER_TICKET_ENDS_OR_SOLD_OUT, null, null);
        assertThat(status(waiting, running, Set.of())).isEqualTo(UNAVAILABLE);
        assertThat(status(waiting, running, Set.of("trigger"))).isEqualTo(AVAILABLE);
        assertThat(status(either, running, Set.of("trigger"))).isEqualTo(AVAILABLE);
        assertThat(status(terms(Behavior.AFTER_TICKET_SOLD_OUT, null, BEFORE), running, Set.of("trigger")))
                .isEqualTo(UNAVAILABLE);
    }

    @Test
    void a_trigger_that_is_gone_never_starts_a_sale() {
        SaleTerms waiting = terms(Behavior.AFTER_TICKET_SALE_ENDS, null, null);
        assertThat(new Availability(Map.of(), id -> false, null, null, NOW).of(waiting))
                .isEqualTo(UNAVAILABLE);
    }

    @Test
    void salesEndWithTheEventUnlessTheyHaveALaterEnd() {
        for (Behavior behavior : Behavior.values()) {
            SaleTerms over = new SaleTerms("trigger", true, Behavior.DATE_TIME_BASED, null, BEFORE, null);
            SaleTerms plain = new SaleTerms("own", true, behavior, null, null, "trigger");
            SaleTerms later = new SaleTerms("own", true, behavior, null, AFTER, "trigger");
            Map<String, SaleTerms> all = Map.of("trigger", over);
            assertThat(new Availability(all, id -> false, BEFORE, NOW, NOW).of(plain))
                    .as(behavior.name())
                    .isEqualTo(UNAVAILABLE);
            boolean hasOwnEnd = behavior == Behavior.DATE_TIME_BASED
                    || behavior == Behavior.AFTER_TICKET_SALE_ENDS
                    || behavior == Behavior.AFTER_TICKET_ENDS_OR_SOLD_OUT;
            assertThat(new Availability(all, id -> false, BEFORE, NOW, NOW).of(later))
                    .as(behavior.name())
                    .isEqualTo(hasOwnEnd ? AVAILABLE : UNAVAILABLE);
        }
    }

    @Test
    void anEventWithoutAnEndIsOverAtTheEndOfTheDayInItsZone() {
        Instant evening = Instant.parse("2026-12-31T20:00:00Z");
        assertThat(EventEnd.of(evening, null, "Pacific/Auckland")).isEqualTo("2027-01-01T11:00:00Z");
        assertThat(EventEnd.of(evening, null, null)).isEqualTo("2027-01-01T00:00:00Z");
        assertThat(EventEnd.of(evening, evening, "Pacific/Auckland")).isEqualTo(evening);
        assertThat(EventEnd.of(null, null, null)).isNull();
    }
}
