package io.tollgate.accounts.apikey;

import io.tollgate.platform.http.Ceilings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An API key without the key itself.
 *
 * @param scopes what the key may do; null for everything
 * @param pages ids of the pages that the key may see; null for all pages and everything else
 * @param ceilings the most that the key may give away; null without ceilings
 * @param counterId id of the key that counts what this one gives away in a day
 * @param createdBy id of the key that created this one; null for a command
 * @param lastUse null if the key was never used
 */
record ApiKeyRecord(
        String id,
        boolean live,
        String label,
        @Nullable List<String> scopes,
        @Nullable List<String> pages,
        @Nullable Ceilings ceilings,
        String counterId,
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
        pages = pages == null ? null : List.copyOf(pages);
        ceilings = ceilings == null ? null : ceilings.countedBy(counterId);
    }

    /** Returns whether the key works at a time. */
    boolean isActive(Instant at) {
        return revokedAt == null && (expiresAt == null || at.isBefore(expiresAt));
    }

    ApiKeyRecord named(String newLabel) {
        return with(newLabel, expiresAt, revokedAt);
    }

    /** Returns the key with other limits of what it may do. */
    ApiKeyRecord limitedTo(
            @Nullable List<String> newScopes, @Nullable List<String> newPages, @Nullable Ceilings newCeilings) {
        return new ApiKeyRecord(
                id,
                live,
                label,
                newScopes,
                newPages,
                newCeilings,
                counterId,
                prefix,
                last4,
                createdAt,
                createdBy,
                expiresAt,
                revokedAt,
                lastUse);
    }

    ApiKeyRecord expiring(@Nullable Instant at) {
        return with(label, at, revokedAt);
    }

    ApiKeyRecord revoked(Instant at) {
        return with(label, expiresAt, at);
    }

    private ApiKeyRecord with(String newLabel, @Nullable Instant newExpiry, @Nullable Instant revocation) {
        return new ApiKeyRecord(
                id,
                live,
                newLabel,
                scopes,
                pages,
                ceilings,
                counterId,
                prefix,
                last4,
                createdAt,
                createdBy,
                newExpiry,
                revocation,
                lastUse);
    }
}
