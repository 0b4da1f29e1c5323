package io.tollgate.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The ways to sign in, with the form that asks for a link.
 *
 * @param error why the last one was refused; null if none was
 * @param passkey path to which the form of a passkey is sent; null if passkeys cannot be used
 * @param passkeyOptions path from which the script gets the options of the browser
 * @param recovery path of the form for recovery codes
 */
public record SignInView(
        String action,
        String csrf,
        String email,
        @Nullable String error,
        @Nullable String passkey,
        String passkeyOptions,
        String recovery) {}
