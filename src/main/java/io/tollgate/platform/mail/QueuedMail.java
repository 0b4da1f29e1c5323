package io.tollgate.platform.mail;

import io.tollgate.platform.resource.Scope;
import java.time.Instant;

/**
 * A message of the outbox, before it is rendered.
 *
 * @param recipient e-mail address; empty if it has not been read from the record yet
 * @param attempts number of started deliveries
 */
public record QueuedMail(
        Scope scope,
        String id,
        MailPurpose purpose,
        String subjectId,
        MailOccasion occasion,
        String recipient,
        int attempts,
        Instant createdAt) {}
