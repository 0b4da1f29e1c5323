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
}
