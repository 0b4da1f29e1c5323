package io.tollgate.accounts.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.api.KeyScopes;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RoleTest {
    private static Set<String> writes(Role role) {
        return role.scopes().stream().filter(scope -> !scope.endsWith(":read")).collect(Collectors.toSet());
    }

    @Test
    void ownerMayDoEverything() {
        assertThat(Role.OWNER.scopes()).containsExactlyInAnyOrderElementsOf(KeyScopes.ALL);
    }

    @Test
    void managerChangesNeitherTheAccountNorKeys() {
        assertThat(Role.MANAGER.scopes()).doesNotContain("account:write", "api-keys:write", "api-keys:read");
    }

    @Test
    void financeOnlyRefundsAndRecordsPayments() {
        assertThat(writes(Role.FINANCE)).containsExactlyInAnyOrder("refunds:write", "payments:record", "members:self");
    }

    @Test
    void supportNeitherRefundsNorChangesTheCatalog() {
        assertThat(writes(Role.SUPPORT))
                .doesNotContain("refunds:write", "payments:record", "products:write", "events:write", "account:write");
    }

    @Test
    void doorSeesNoRecordsOfBuyers() {
        assertThat(Role.DOOR.scopes()).containsExactlyInAnyOrder("events:read", "members:self", "tickets:validate");
    }

    @Test
    void namesAreThoseOfTheDatabase() {
        for (Role role : Role.values()) {
            assertThat(Role.of(role.wire())).isEqualTo(role);
        }
    }
}
