package io.tollgate.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The forms that ask for a link or a passkey before a sensitive action.
 *
 * @param action path to which the form for a link is sent
 * @param path of the page to which the link leads
 * @param minutes for which a sign-in is recent
 * @param passkey path to which the form of a passkey is sent; null if passkeys cannot be used
 * @param passkeyOptions path from which the script gets the options of the browser
 */
public record RecentSignInView(
        Frame frame,
        String action,
        String path,
        long minutes,
        @Nullable String passkey,
        String passkeyOptions) {}
