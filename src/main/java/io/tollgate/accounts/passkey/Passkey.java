package io.tollgate.accounts.passkey;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A passkey of a person, for the person.
 *
 * @param usedAt the last sign-in; null before the first
 * @param blocked whether it no longer signs in, because its signature counter went back
 */
public record Passkey(
        String id, String name, Instant createdAt, @Nullable Instant usedAt, boolean blocked) {}
