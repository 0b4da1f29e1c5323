package io.tollgate.accounts.apikey;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An API key without the key itself.
 *
 * @param scopes what the key may do; null for everything
 * @param createdBy id of the key that created this one; null for a command
 * @param lastUse null if the key was never used
 */
record ApiKeyRecord(
        String id,
        boolean live,
        String label,
        @Nullable List<String> scopes,
        String prefix,
        String last4,
        Instant createdAt,
        @Nullable String createdBy,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable Use lastUse) {
    /**
     * The last use of a key.
     *
     * @param at to the minute
     */
    record Use(
            Instant at, @Nullable String address, @Nullable String userAgent) {}

    ApiKeyRecord {
        scopes = scopes == null ? null : List.copyOf(scopes);
    }

    /** Returns whether the key works at a time. */
    boolean isActive(Instant at) {
        return revokedAt == null && (expiresAt == null || at.isBefore(expiresAt));
    }

    ApiKeyRecord with(String newLabel, @Nullable List<String> newScopes, @Nullable Instant newExpiry) {
        return new ApiKeyRecord(
                id, live, newLabel, newScopes, prefix, last4, createdAt, createdBy, newExpiry, revokedAt, lastUse);
    }

    ApiKeyRecord revoked(Instant at) {
        return new ApiKeyRecord(id, live, label, scopes, prefix, last4, createdAt, createdBy, expiresAt, at, lastUse);
    }
}
