package io.tollgate.platform.mail;

import org.jspecify.annotations.Nullable;

/**
 * Distinguishes messages of one purpose about one record.
 *
 * @param id such as the id of a refund; empty if there can be only one message
 * @param amount the amount that the message is about, in the currency's smallest unit; null for none
 */
public record MailOccasion(String id, @Nullable Long amount) {
    /** The only message of its purpose about a record. */
    public static final MailOccasion ONLY = new MailOccasion("", null);

    /** Begins the ids of messages that a request repeats. */
    static final String AGAIN = "again-";

    /** Returns the occasion of a message that a request repeats. */
    static MailOccasion again(String id) {
        return new MailOccasion(AGAIN + id, null);
    }

    /** Returns whether a request repeats the message, so that it is sent whatever the page says. */
    public boolean isRepeated() {
        return id.startsWith(AGAIN);
    }
}
