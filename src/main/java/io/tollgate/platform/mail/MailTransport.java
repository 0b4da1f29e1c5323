package io.tollgate.platform.mail;

import io.vertx.core.Future;

/** Hands messages to a mail server. */
interface MailTransport {
    /** Sends a message. Fails with {@link Rejection} if the server will not accept it later either. */
    Future<Void> send(QueuedMail mail, RenderedMail rendered);

    /** The server rejected a message permanently. */
    final class Rejection extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final boolean concernsRecipient;

        Rejection(String reason, boolean concernsRecipient) {
            super(reason);
            this.concernsRecipient = concernsRecipient;
        }

        /** Returns whether the server rejected the recipient, not the message or its sender. */
        boolean concernsRecipient() {
            return concernsRecipient;
        }
    }
}
