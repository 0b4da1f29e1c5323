package io.tollgate.platform.mail;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.mail.MailStore.Due;
import io.tollgate.platform.mail.MailStore.FailureKind;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.EmailAddress;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers due messages on any number of instances. An instance claims a message by moving its due time ahead, so that
 * the message becomes due again if the instance crashes. A crash after the server accepted the message and before that
 * was recorded sends the message again, with the same Message-ID.
 */
final class MailDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(MailDelivery.class);

    /** Longer than the deadline of a delivery. */
    private static final Duration LEASE = Duration.ofMinutes(4);

    private static final Duration DEADLINE = Duration.ofMinutes(3);
    private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(5);
    private static final Duration PAUSE_MIN = Duration.ofSeconds(30);
    private static final Duration PAUSE_MAX = Duration.ofHours(6);
    private static final int DOUBLINGS_MAX = 20;

    /** Messages that could not be sent for so long surprise their recipients more than they inform them. */
    private static final Duration AGE_MAX = Duration.ofDays(3);

    private final MailStore store;
    private final MailRenderer renderer;
    private final @Nullable MailTransport transport;
    private final Clock clock;
    private final MailSettings settings;
    private final MailMetrics metrics;
    private final LongUnaryOperator jitter;
    private Future<Integer> running = Future.succeededFuture(0);
    private volatile boolean finished;

    /** @param transport null if no mail server is configured: then only the recipients are determined */
    MailDelivery(
            MailStore store,
            MailRenderer renderer,
            @Nullable MailTransport transport,
            Clock clock,
            MailSettings settings,
            MailMetrics metrics) {
        this(
                store,
                renderer,
                transport,
                clock,
                settings,
                metrics,
                pause -> ThreadLocalRandom.current().nextLong(pause));
    }

    /** @param jitter returns the jitter in milliseconds for a pause of the given length */
    MailDelivery(
            MailStore store,
            MailRenderer renderer,
            @Nullable MailTransport transport,
            Clock clock,
            MailSettings settings,
            MailMetrics metrics,
            LongUnaryOperator jitter) {
        this.store = store;
        this.renderer = renderer;
        this.transport = transport;
        this.clock = clock;
        this.settings = settings;
        this.metrics = metrics;
        this.jitter = jitter;
    }

    /** Delivers due messages, at most as many as one second allows, and returns their number. */
    Future<Integer> run() {
        running =
                store.due(clock.now(), transport != null, settings.perSecond()).compose(this::deliver);
        return running;
    }

    /** Does the same for one scope. */
    Future<Integer> run(Scope scope) {
        return store.due(scope, clock.now(), transport != null, settings.perSecond())
                .compose(this::deliver);
    }

    private Future<Integer> deliver(List<Due> due) {
        Queue<Due> queue = new ConcurrentLinkedQueue<>(due);
        List<Future<Void>> lanes =
                Stream.generate(() -> lane(queue)).limit(settings.connections()).toList();
        return Future.join(lanes).map(done -> due.size());
    }

    /**
     * Completes when the messages of the last run are recorded, or after a deadline. Messages that are not begun by
     * then stay due, for other instances.
     */
    Future<Void> finish() {
        return running.<Void>mapEmpty()
                .timeout(CLOSE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                .otherwiseEmpty()
                .onComplete(ended -> finished = true);
    }

    /** Delivers the messages of a queue one after the other. */
    private Future<Void> lane(Queue<Due> queue) {
        Due next = queue.poll();
        return next == null || finished
                ? Future.succeededFuture()
                : deliver(next).eventually(() -> lane(queue));
    }

    private Future<Void> deliver(Due due) {
        Instant now = clock.now();
        return store.claim(due, now, now.plus(LEASE)).compose(mail -> {
            if (mail == null) {
                return Future.succeededFuture();
            }
            return attempt(mail)
                    .timeout(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                    .recover(failure -> failed(mail, failure));
        });
    }

    private Future<Void> attempt(QueuedMail mail) {
        if (mail.recipient().isEmpty()) {
            return renderer.recipients(mail).compose(recipients -> store.address(mail, recipients, clock.now()));
        }
        MailTransport server = transport;
        if (server == null) {
            return Future.failedFuture("no mail server is configured");
        }
        if (clock.now().isAfter(mail.createdAt().plus(AGE_MAX))) {
            return fail(mail, FailureKind.EXPIRED, "the message could not be sent within three days");
        }
        if (EmailAddress.ascii(mail.recipient()) == null) {
            return fail(mail, FailureKind.RECIPIENT, "not an address that SMTP servers accept");
        }
        return renderer.render(mail)
                .compose(rendered -> server.send(mail, rendered).map(rendered))
                .compose(rendered -> store.sent(mail, rendered.subject(), clock.now()))
                .onSuccess(sent -> metrics.sent(mail.purpose()));
    }

    private Future<Void> failed(QueuedMail mail, Throwable failure) {
        String reason = String.valueOf(failure.getMessage());
        if (failure instanceof MailRenderer.UnusableSubject) {
            return fail(mail, FailureKind.CONTENT, reason);
        }
        if (failure instanceof MailRenderer.ObsoleteMessage) {
            return store.drop(mail);
        }
        if (failure instanceof MailRenderer.LateMessage) {
            return fail(mail, FailureKind.EXPIRED, reason);
        }
        if (failure instanceof MailTransport.Rejection rejection) {
            return fail(mail, rejection.concernsRecipient() ? FailureKind.RECIPIENT : FailureKind.SERVER, reason);
        }
        if (mail.attempts() >= settings.attemptsMax()) {
            return fail(mail, FailureKind.SERVER, reason);
        }
        Duration pause = pause(mail.attempts());
        long more = jitter.applyAsLong(pause.toMillis());
        LOG.warn(
                "Retrying message {} ({}) of seller {} after attempt {}: {}",
                mail.id(),
                mail.purpose(),
                mail.scope().sellerId(),
                mail.attempts(),
                failure.getClass().getSimpleName());
        return store.later(mail, clock.now().plus(pause).plusMillis(more), reason);
    }

    private Future<Void> fail(QueuedMail mail, FailureKind kind, String reason) {
        LOG.warn(
                "Message {} ({}) of seller {} failed: {}",
                mail.id(),
                mail.purpose(),
                mail.scope().sellerId(),
                kind);
        metrics.failed(kind);
        return store.failed(mail, kind, reason, clock.now());
    }

    /** Returns the pause after an attempt: it doubles with each attempt. */
    static Duration pause(int attempts) {
        Duration doubled = PAUSE_MIN.multipliedBy(1L << Math.min(attempts - 1, DOUBLINGS_MAX));
        return doubled.compareTo(PAUSE_MAX) > 0 ? PAUSE_MAX : doubled;
    }
}
