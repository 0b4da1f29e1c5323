package io.tollgate.storefront.mails;

import io.tollgate.storefront.pages.OverdueLinks;
import java.time.Instant;

/**
 * The links of a message.
 *
 * @param overdueUntil when the link to what is due expires, by the clock of the record's mode
 * @param filesUntil when links to files expire
 * @param publicUrl the address at which buyers reach Tollgate, without a trailing slash
 */
record MailLinks(OverdueLinks overdue, Instant overdueUntil, Instant filesUntil, String publicUrl) {}
