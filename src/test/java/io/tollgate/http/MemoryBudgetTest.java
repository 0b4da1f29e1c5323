package io.tollgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What clients hold together and each of them, and what a rejected request does to the others: nothing. */
class MemoryBudgetTest {
    private static final MemoryBudget.Parts PARTS = new MemoryBudget.Parts(0.25, 0.125, 0.5);
    private static final ClientId SHOP = new ClientId("192.0.2.1", "shop");
    private static final ClientId OTHER = new ClientId("192.0.2.2", "other");

    /** How much a client gets, byte by byte, with a request for each. */
    private static List<MemoryBudget.Share> taken(MemoryBudget budget, ClientId client) {
        List<MemoryBudget.Share> shares = new ArrayList<>();
        for (MemoryBudget.Share share = budget.share(client); share.take(1); share = budget.share(client)) {
            shares.add(share);
        }
        return shares;
    }

    private static ClientId keyless(String address) {
        return new ClientId(address, null);
    }

    @Test
    void what_is_given_back_can_be_taken_again() {
        MemoryBudget budget = new MemoryBudget(10, MemoryBudget.Parts.WHOLE);
        MemoryBudget.Share share = budget.share(SHOP);
        assertThat(share.take(6)).isTrue();
        assertThat(share.take(5)).isFalse();
        assertThat(budget.share(SHOP).take(4)).isTrue();
        share.giveBack();
        assertThat(share.take(1)).as("it has ended").isFalse();
        assertThat(budget.share(SHOP).take(6)).isTrue();
    }

    @Test
    void a_seller_has_its_part_from_whatever_addresses() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        assertThat(taken(budget, SHOP)).hasSize(250);
        assertThat(taken(budget, new ClientId("192.0.2.3", "shop"))).isEmpty();
        assertThat(taken(budget, ClientId.ofSeller("shop"))).isEmpty();
        assertThat(taken(budget, OTHER)).hasSize(250);
    }

    @Test
    void an_address_has_its_part_with_whatever_keys() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        assertThat(taken(budget, SHOP)).hasSize(250);
        assertThat(taken(budget, new ClientId(SHOP.address(), "third"))).isEmpty();
        assertThat(taken(budget, OTHER)).hasSize(250);
    }

    @Test
    void without_a_key_an_address_has_less_and_all_have_half() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        for (int i = 0; i < 4; i++) {
            assertThat(taken(budget, keyless("192.0.2." + i))).hasSize(125);
        }
        assertThat(taken(budget, keyless("192.0.2.9"))).isEmpty();
        assertThat(taken(budget, SHOP))
                .as("with a key, from an address that used up its part")
                .hasSize(250);
    }

    /** The control: without parts, the first client leaves nothing. */
    @Test
    void without_parts_one_client_takes_all() {
        MemoryBudget budget = new MemoryBudget(1_000, MemoryBudget.Parts.WHOLE);
        assertThat(taken(budget, keyless("192.0.2.1"))).hasSize(1_000);
        assertThat(taken(budget, SHOP)).isEmpty();
    }

    /** A file of ten megabytes can be downloaded from a small gateway. */
    @Test
    void the_first_request_of_a_client_may_exceed_its_part() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        MemoryBudget.Share large = budget.share(SHOP);
        assertThat(large.take(900)).isTrue();
        assertThat(budget.share(SHOP).take(1)).isFalse();
        assertThat(budget.share(OTHER).take(100)).isTrue();
        assertThat(budget.share(OTHER).take(1)).isFalse();
        large.giveBack();
        assertThat(budget.share(SHOP).take(250)).isTrue();
    }

    @Test
    void a_rejected_request_takes_nothing_of_any_part() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        List<MemoryBudget.Share> shop = taken(budget, SHOP);
        assertThat(budget.share(new ClientId("192.0.2.3", "shop")).take(1)).isFalse();
        assertThat(budget.share(new ClientId(SHOP.address(), "third")).take(1)).isFalse();
        shop.forEach(MemoryBudget.Share::giveBack);
        assertThat(budget.clients()).isZero();
        assertThat(budget.share(SHOP).take(250)).isTrue();
    }

    @Test
    void clients_are_forgotten_when_idle_and_bounded_in_number() {
        MemoryBudget budget = new MemoryBudget(1_000_000, MemoryBudget.Parts.WHOLE);
        List<MemoryBudget.Share> shares = new ArrayList<>();
        for (int i = 0; i < 2 * MemoryBudget.CLIENTS_MAX; i++) {
            MemoryBudget.Share share = budget.share(keyless("client " + i));
            assertThat(share.take(1)).isTrue();
            shares.add(share);
        }
        assertThat(budget.clients()).isLessThan(MemoryBudget.CLIENTS_MAX + 2);
        shares.forEach(MemoryBudget.Share::giveBack);
        assertThat(budget.clients()).isZero();
        assertThat(budget.share(SHOP).take(1_000_000)).isTrue();
    }

    /** Somebody asks for too much all the time, and is refused. */
    @Test
    void who_fits_is_never_refused_for_who_does_not() {
        MemoryBudget budget = new MemoryBudget(1_000, MemoryBudget.Parts.WHOLE);
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> greedy = CompletableFuture.runAsync(() -> {
            while (!enough.get()) {
                assertThat(budget.share(OTHER).take(1_000_000)).isFalse();
            }
        });
        for (int i = 0; i < 1_000_000; i++) {
            MemoryBudget.Share modest = budget.share(SHOP);
            assertThat(modest.take(1)).isTrue();
            modest.giveBack();
        }
        enough.set(true);
        greedy.join();
    }
}
