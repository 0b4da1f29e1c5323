package io.tollgate.accounts.member;

import io.tollgate.platform.api.KeyScopes;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a member may do: a set of the scopes that API keys have. */
public enum Role {
    /** Everything. A seller has exactly one. */
    OWNER("Owner", Set.copyOf(KeyScopes.ALL)),

    /** Everything but the account with its legal data, the account at the processor, and API keys. */
    MANAGER("Manager", without("account:write", "api-keys:read", "api-keys:write", "processor-account:write")),

    /** Reads sales and customers, refunds, and records payments that arrived outside of the processor. */
    FINANCE(
            "Finance",
            reporting(
                    "account:read",
                    "audit-log:read",
                    "customers:read",
                    "members:self",
                    "quotes:read",
                    "payments:record",
                    "refunds:write",
                    "timeline:read")),

    /** Helps customers: changes orders, tickets and customers. */
    SUPPORT(
            "Support",
            reporting(
                    "account:read",
                    "bookings:write",
                    "customers:read",
                    "customers:write",
                    "files:read",
                    "forms:read",
                    "members:self",
                    "payments:write",
                    "quotes:read",
                    "submissions:read",
                    "subscriptions:write",
                    "tickets:validate",
                    "tickets:write",
                    "timeline:read")),

    /** Admits tickets. */
    DOOR("Door", Set.of("events:read", "members:self", "tickets:validate"));

    private final String label;
    private final Set<String> scopes;

    Role(String label, Set<String> scopes) {
        if (!KeyScopes.ALL.containsAll(scopes)) {
            throw new IllegalStateException(name() + " has an unknown scope");
        }
        this.label = label;
        this.scopes = scopes;
    }

    private static Set<String> without(String... scopes) {
        Set<String> rest = new TreeSet<>(KeyScopes.ALL);
        List.of(scopes).forEach(rest::remove);
        return Set.copyOf(rest);
    }

    private static Set<String> reporting(String... more) {
        List<String> read = KeyScopes.PRESETS.getOrDefault("reporting", List.of());
        return Set.copyOf(
                Stream.concat(read.stream(), Arrays.stream(more)).distinct().toList());
    }

    /** Returns the scopes of the role. */
    public Set<String> scopes() {
        return scopes;
    }

    /** Returns the name for people. */
    public String label() {
        return label;
    }

    /** Returns the name in the database and in responses. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the names of all roles. */
    public static List<String> all() {
        return Arrays.stream(values()).map(Role::wire).toList();
    }

    /** Returns the names of the roles that a request can give. Only a transfer makes an owner. */
    static List<String> assignable() {
        return all().stream().filter(name -> !name.equals(OWNER.wire())).toList();
    }

    /** Returns the role of a name in the database. */
    public static Role of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
