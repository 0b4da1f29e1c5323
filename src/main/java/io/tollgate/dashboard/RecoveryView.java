package io.tollgate.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The form that signs in by a recovery code.
 *
 * @param back path of the other ways to sign in
 * @param error why the last one was refused; null if none was
 */
public record RecoveryView(
        String action,
        String csrf,
        String back,
        String email,
        @Nullable String error) {}
