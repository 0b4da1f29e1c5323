package io.tollgate.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The form that asks for a link.
 *
 * @param error why the last one was refused; null if none was
 */
public record SignInView(
        String action, String csrf, String email, @Nullable String error) {}
