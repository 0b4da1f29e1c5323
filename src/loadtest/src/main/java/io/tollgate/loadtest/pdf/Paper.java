package io.tollgate.loadtest.pdf;

import io.tollgate.loadtest.measure.Claims;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The document of one booking over time. Attendees are renamed one at a time, each to a name never used before, so
 * every change makes another document, and what was sent before a change must never be served after it.
 */
final class Paper {
    static final String WHOLE = "a document is a whole PDF with an ETag";
    static final String SAME = "the same ETag comes with the same bytes, and another with others";
    static final String STILL = "unchanged tickets keep their document";
    static final String FRESH = "a download after a change of an attendee is never the document from before";

    private final String booking;
    private final String ticket;
    private final String attendee;
    private final Claims claims;

    /** Changes that were answered; one that is under way counts only then. */
    private int changes;

    private boolean changing;

    /** Of each change, the ETag that its documents have. */
    private final Map<Integer, String> current = new HashMap<>();

    private final Map<String, String> digests = new HashMap<>();
    private final Set<String> old = new HashSet<>();

    /** What a download knew when it began. */
    record Begun(int changes, boolean changing, Set<String> old) {}

    /**
     * @param ticket one of its tickets, whose attendee is renamed
     * @param attendee as the ticket had it, to be put back
     */
    Paper(String booking, String ticket, String attendee, Claims claims) {
        this.booking = booking;
        this.ticket = ticket;
        this.attendee = attendee;
        this.claims = claims;
    }

    String booking() {
        return booking;
    }

    String ticket() {
        return ticket;
    }

    String attendee() {
        return attendee;
    }

    synchronized Begun begin() {
        return new Begun(changes, changing, Set.copyOf(old));
    }

    /** @throws io.tollgate.loadtest.call.Fault where the document cannot be what it is */
    synchronized void ended(Begun begun, String etag, String digest, String where) {
        claims.hold(FRESH, !begun.old().contains(etag), "a document from before a change" + where);
        String known = digests.putIfAbsent(etag, digest);
        boolean others = digests.entrySet().stream()
                .noneMatch(other ->
                        !other.getKey().equals(etag) && other.getValue().equals(digest));
        claims.hold(SAME, (known == null || known.equals(digest)) && others, "bytes and ETag do not agree" + where);
        if (begun.changing() || changing || begun.changes() != changes) {
            // A change was under way: before and after it are both right.
            return;
        }
        String expected = current.putIfAbsent(changes, etag);
        claims.hold(STILL, expected == null || expected.equals(etag), "another document of the same tickets" + where);
    }

    /** Whether it may be changed now; then it is as if it were being changed. */
    synchronized boolean startChange() {
        if (changing) {
            return false;
        }
        changing = true;
        return true;
    }

    synchronized void endChange() {
        changing = false;
        String former = current.remove(changes);
        changes++;
        if (former != null) {
            old.add(former);
        }
    }

    /** Nobody knows whether it was changed: whatever is served from now on is taken as it is. */
    synchronized void lostChange() {
        current.clear();
        changes++;
        changing = false;
    }
}
