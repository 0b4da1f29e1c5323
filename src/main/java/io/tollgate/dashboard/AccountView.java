package io.tollgate.dashboard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member's own account.
 *
 * @param done what the member has just done; null without it
 * @param path of the page, below which the forms are sent
 * @param offered whether the member can become the owner
 */
public record AccountView(
        Frame frame, @Nullable String done, String path, boolean offered, List<Session> sessions, SignInWaysView ways) {
    /**
     * @param browser as it names itself; empty if unknown
     * @param address empty if unknown
     * @param end path to which the form that ends it is sent; null for the session of the page
     */
    public record Session(
            String browser,
            String address,
            Cell began,
            Cell seen,
            @Nullable String end) {}

    /** Returns whether there are sessions besides that of the page. */
    public boolean hasOthers() {
        return sessions.stream().anyMatch(session -> session.end() != null);
    }
}
