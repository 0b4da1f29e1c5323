package io.tollgate.platform.mail;

import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.mail.MailStore.FailureKind;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.EmailAddress;
import io.tollgate.platform.task.Backoff;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.LaneRunner;
import io.tollgate.platform.task.Share;
import io.tollgate.platform.task.WorkSource;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

    /** Messages that could not be sent for so long surprise their recipients more than they inform them. */
    private static final Duration AGE_MAX = Duration.ofDays(3);

    private final MailStore store;
    private final MailRenderer renderer;
    private final @Nullable MailTransport transport;
    private final Clock clock;
    private final MailSettings settings;
    private final MailMetrics metrics;
    private final Backoff backoff;
    private final LaneRunner<QueuedMail> urgent;
    private final LaneRunner<QueuedMail> usual;
    private Future<Integer> urgentClaimed = Future.succeededFuture(0);
    private Future<Integer> usualClaimed = Future.succeededFuture(0);

    /** @param transport null if no mail server is configured: then only the recipients are determined */
    MailDelivery(
            MailStore store,
            MailRenderer renderer,
            @Nullable MailTransport transport,
            Clock clock,
            MailSettings settings,
            MailMetrics metrics) {
        this(store, renderer, transport, clock, settings, metrics, Backoff.JITTER);
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
        this.backoff = backoff(jitter);
        MailLanes lanes = MailLanes.of(settings);
        this.urgent = new LaneRunner<>(lanes.urgent(), new Source(lanes.urgent()));
        this.usual = new LaneRunner<>(lanes.usual(), new Source(lanes.usual()));
    }

    /** Shows how many messages are in flight. */
    void showIn(MeterRegistry registry) {
        urgent.showIn(registry);
        usual.showIn(registry);
    }

    /** The due messages of a lane. */
    private final class Source implements WorkSource<QueuedMail> {
        private final Lane lane;

        Source(Lane lane) {
            this.lane = lane;
        }

        @Override
        public Future<List<Share>> shares(int count) {
            return store.shares(lane, clock.now(), transport != null, count);
        }

        @Override
        public Future<List<QueuedMail>> claim(Scope scope, int count) {
            Instant now = clock.now();
            return store.claim(scope, lane, now, now.plus(LEASE), transport != null, count);
        }

        @Override
        public Future<Void> perform(QueuedMail mail) {
            return attempt(mail)
                    .timeout(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
                    .recover(failure -> failed(mail, failure));
        }
    }

    /** Delivers due messages, at most as many as one second allows, and returns their number. */
    Future<Integer> run() {
        LaneRunner.Progress first = startUrgent();
        Future<Integer> rest = first.found().compose(found -> startUsual(found).done());
        return Future.join(first.done(), rest).map(done -> first.done().result() + rest.result());
    }

    /** Delivers due messages of one scope, at most as many as one second allows, and returns their number. */
    Future<Integer> run(Scope scope) {
        List<Future<Integer>> lanes = Stream.of(urgent, usual)
                .map(lane -> lane.run(scope, settings.perSecond()))
                .toList();
        return Future.join(lanes)
                .map(done -> lanes.stream().mapToInt(Future::result).sum());
    }

    /**
     * Begins to deliver due messages, at most as many as one second allows. Begins with a lane only when it has claimed
     * what it found before, so that a lane with slow messages delays only itself.
     *
     * @return completes when the sellers with urgent messages are found; fails if a search or a claim has failed
     */
    Future<Void> begin() {
        Future<Integer> found = Future.succeededFuture(0);
        Future<Integer> before = urgentClaimed;
        if (before.isComplete()) {
            LaneRunner.Progress first = startUrgent();
            urgentClaimed = first.claimed();
            found = first.found();
        }
        return found.compose(count -> {
            Future<Integer> usualBefore = usualClaimed;
            if (usualBefore.isComplete()) {
                usualClaimed = startUsual(count).claimed();
            }
            return before.failed() || usualBefore.failed()
                    ? Future.failedFuture(before.failed() ? before.cause() : usualBefore.cause())
                    : Future.succeededFuture();
        });
    }

    /** Other messages get a turn each second, if the rate permits more than one. */
    private LaneRunner.Progress startUrgent() {
        return urgent.start(Math.max(1, settings.perSecond() - 1));
    }

    private LaneRunner.Progress startUsual(int urgentFound) {
        return usual.start(Math.max(0, settings.perSecond() - urgentFound));
    }

    /**
     * Completes when the messages of the last runs are recorded, or after a deadline. Messages that are not begun by
     * then stay due, for other instances.
     */
    Future<Void> finish() {
        return Future.join(urgent.stop(CLOSE_DEADLINE), usual.stop(CLOSE_DEADLINE))
                .mapEmpty();
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
        LOG.warn(
                "Retrying message {} ({}) of seller {} after attempt {}: {}",
                mail.id(),
                mail.purpose(),
                mail.scope().sellerId(),
                mail.attempts(),
                failure.getClass().getSimpleName());
        return store.later(mail, clock.now().plus(backoff.pauseWithJitter(mail.attempts())), reason);
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

    /** Returns the pauses between attempts. */
    static Backoff backoff(LongUnaryOperator jitter) {
        return new Backoff(PAUSE_MIN, PAUSE_MAX, jitter);
    }
}
