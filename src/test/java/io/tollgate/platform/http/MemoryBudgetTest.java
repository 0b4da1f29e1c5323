package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * Shares of response memory: the total, the part of each client, and rejected requests, which must not affect others.
 */
class MemoryBudgetTest {
    private static final MemoryBudget.Parts PARTS = new MemoryBudget.Parts(0.25, 0.125, 0.5);
    private static final ClientId SHOP = new ClientId("192.0.2.1", "shop");
    private static final ClientId OTHER = new ClientId("192.0.2.2", "other");

    /** Returns how many bytes a client gets, with one request for each byte. */
    private static List<MemoryBudget.Share> taken(MemoryBudget budget, ClientId client) {
        List<MemoryBudget.Share> shares = new ArrayList<>();
        for (MemoryBudget.Share share = budget.share(client); share.reserve(1); share = budget.share(client)) {
            shares.add(share);
        }
        return shares;
    }

    private static ClientId keyless(String address) {
        return new ClientId(address, null);
    }

    @Test
    void released_memory_can_be_reserved_again() {
        MemoryBudget budget = new MemoryBudget(10, MemoryBudget.Parts.WHOLE);
        MemoryBudget.Share share = budget.share(SHOP);
        assertThat(share.reserve(6)).isTrue();
        assertThat(share.reserve(5)).isFalse();
        assertThat(budget.share(SHOP).reserve(4)).isTrue();
        share.release();
        assertThat(share.reserve(1)).as("it has ended").isFalse();
        assertThat(budget.share(SHOP).reserve(6)).isTrue();
    }

    @Test
    void a_seller_has_one_share_from_all_addresses() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        assertThat(taken(budget, SHOP)).hasSize(250);
        assertThat(taken(budget, new ClientId("192.0.2.3", "shop"))).isEmpty();
        assertThat(taken(budget, ClientId.ofSeller("shop"))).isEmpty();
        assertThat(taken(budget, OTHER)).hasSize(250);
    }

    @Test
    void an_address_has_one_share_with_all_keys() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        assertThat(taken(budget, SHOP)).hasSize(250);
        assertThat(taken(budget, new ClientId(SHOP.address(), "third"))).isEmpty();
        assertThat(taken(budget, OTHER)).hasSize(250);
    }

    @Test
    void without_a_key_addresses_have_smaller_shares_and_together_half() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        for (int i = 0; i < 4; i++) {
            assertThat(taken(budget, keyless("192.0.2." + i))).hasSize(125);
        }
        assertThat(taken(budget, keyless("192.0.2.9"))).isEmpty();
        assertThat(taken(budget, SHOP))
                .as("with a key, from an address that used up its part")
                .hasSize(250);
    }

    /** Control: without shares, the first client uses everything. */
    @Test
    void without_shares_one_client_uses_everything() {
        MemoryBudget budget = new MemoryBudget(1_000, MemoryBudget.Parts.WHOLE);
        assertThat(taken(budget, keyless("192.0.2.1"))).hasSize(1_000);
        assertThat(taken(budget, SHOP)).isEmpty();
    }

    /** A file of 10 MB can be downloaded from a small gateway. */
    @Test
    void the_first_request_of_a_client_may_exceed_its_share() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        MemoryBudget.Share large = budget.share(SHOP);
        assertThat(large.reserve(900)).isTrue();
        assertThat(budget.share(SHOP).reserve(1)).isFalse();
        assertThat(budget.share(OTHER).reserve(100)).isTrue();
        assertThat(budget.share(OTHER).reserve(1)).isFalse();
        large.release();
        assertThat(budget.share(SHOP).reserve(250)).isTrue();
    }

    @Test
    void a_rejected_request_uses_nothing_of_any_share() {
        MemoryBudget budget = new MemoryBudget(1_000, PARTS);
        List<MemoryBudget.Share> shop = taken(budget, SHOP);
        assertThat(budget.share(new ClientId("192.0.2.3", "shop")).reserve(1)).isFalse();
        assertThat(budget.share(new ClientId(SHOP.address(), "third")).reserve(1))
                .isFalse();
        shop.forEach(MemoryBudget.Share::release);
        assertThat(budget.clients()).isZero();
        assertThat(budget.share(SHOP).reserve(250)).isTrue();
    }

    @Test
    void idle_clients_are_removed_and_their_number_is_limited() {
        MemoryBudget budget = new MemoryBudget(1_000_000, MemoryBudget.Parts.WHOLE);
        List<MemoryBudget.Share> shares = new ArrayList<>();
        for (int i = 0; i < 2 * MemoryBudget.CLIENTS_MAX; i++) {
            MemoryBudget.Share share = budget.share(keyless("client " + i));
            assertThat(share.reserve(1)).isTrue();
            shares.add(share);
        }
        assertThat(budget.clients()).isLessThan(MemoryBudget.CLIENTS_MAX + 2);
        shares.forEach(MemoryBudget.Share::release);
        assertThat(budget.clients()).isZero();
        assertThat(budget.share(SHOP).reserve(1_000_000)).isTrue();
    }

    /** A client that always asks for too much, and is rejected. */
    @Test
    void a_request_that_fits_is_never_rejected_because_of_one_that_does_not() {
        MemoryBudget budget = new MemoryBudget(1_000, MemoryBudget.Parts.WHOLE);
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> greedy = CompletableFuture.runAsync(() -> {
            while (!enough.get()) {
                assertThat(budget.share(OTHER).reserve(1_000_000)).isFalse();
            }
        });
        for (int i = 0; i < 1_000_000; i++) {
            MemoryBudget.Share modest = budget.share(SHOP);
            assertThat(modest.reserve(1)).isTrue();
            modest.release();
        }
        enough.set(true);
        greedy.join();
    }
}
