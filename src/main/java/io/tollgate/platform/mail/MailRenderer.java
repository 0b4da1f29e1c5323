package io.tollgate.platform.mail;

import io.vertx.core.Future;
import java.util.List;

/** Renders messages from the stored records. */
public interface MailRenderer {
    /**
     * Returns the addresses that receive a message; empty if it is not to be sent. Fails with {@link UnusableSubject}
     * if the record does not exist.
     */
    Future<List<String>> recipients(QueuedMail mail);

    /**
     * Renders a message. Fails with {@link UnusableSubject} if the record does not exist, with {@link LateMessage} if
     * it is too late for the message, and with {@link ObsoleteMessage} if nobody wants it any more.
     */
    Future<RenderedMail> render(QueuedMail mail);

    /** A message is no longer of use to its recipient. */
    final class LateMessage extends RuntimeException {
        private static final long serialVersionUID = 1;

        public LateMessage(String reason) {
            super(reason);
        }
    }

    /** What a message asks for is done, or its recipient has refused it. It is dropped, which is no failure. */
    final class ObsoleteMessage extends RuntimeException {
        private static final long serialVersionUID = 1;

        public ObsoleteMessage(String reason) {
            super(reason);
        }
    }

    /** A message cannot be rendered, and a later attempt cannot either. */
    final class UnusableSubject extends RuntimeException {
        private static final long serialVersionUID = 1;

        public UnusableSubject(String reason) {
            super(reason);
        }
    }
}
