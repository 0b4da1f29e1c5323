package io.tollgate.platform.mail;

import io.tollgate.platform.task.Lane;

/**
 * The lanes of e-mail. A message for which someone waits in front of the screen does not wait behind other messages,
 * not even behind those of the same seller.
 *
 * @param urgent has one connection of its own
 * @param usual has the other connections, and the rest of the rate
 */
record MailLanes(Lane urgent, Lane usual) {
    private static final String URGENT = "mail-urgent";
    private static final String USUAL = "mail";

    static MailLanes of(MailSettings settings) {
        return new MailLanes(
                new Lane(URGENT, settings.perSecond(), 1),
                new Lane(USUAL, settings.perSecond(), Math.max(1, settings.connections() - 1)));
    }

    /** Returns the name of the lane of a message. */
    static String name(MailPurpose purpose) {
        return purpose.isUrgent() ? URGENT : USUAL;
    }
}
