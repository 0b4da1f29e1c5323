package io.tollgate.accounts.passkey;

import io.tollgate.accounts.member.MemberSessions;
import org.jspecify.annotations.Nullable;

/**
 * Where a request comes from, for the message about it.
 *
 * @param address null if unknown
 * @param userAgent the browser, as it names itself; null if it does not
 */
public record ClientDetails(
        @Nullable String address, @Nullable String userAgent) {
    public ClientDetails {
        userAgent = MemberSessions.shortened(userAgent);
    }
}
