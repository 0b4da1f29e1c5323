package io.tollgate.accounts.member;

import org.jspecify.annotations.Nullable;

/**
 * A session that a link has begun.
 *
 * @param token of the session
 * @param returnPath the page from which the link was requested; null for the first page
 */
public record SignedIn(String token, String email, @Nullable String returnPath) {
    @Override
    public String toString() {
        return "SignedIn[***]";
    }
}
