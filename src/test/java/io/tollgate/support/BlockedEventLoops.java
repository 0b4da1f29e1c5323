package io.tollgate.support;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Fails the test run if an event loop of any gateway was blocked. The test class that ends next reports the failure.
 * Vert.x logs each blocked loop with its stack trace. A loop that waits may be blocked for 1 s. A loop that computes
 * may take 5 s, because it shares the processor with other tests.
 */
public final class BlockedEventLoops implements AfterAllCallback {
    private static final String CHECKER = "io.vertx.core.impl.BlockedThreadChecker";
    private static final Pattern WARNING = Pattern.compile("vert\\.x-eventloop.* has been blocked for (\\d+) ms");
    private static final int WAITING_MILLIS = 1_000;
    private static final int COMPUTING_MILLIS = 5_000;

    /** Methods at the top of the stack of a thread that waits. */
    private static final Set<String> WAITING_METHODS = Set.of(
            "sleep",
            "sleep0",
            "sleepNanos0",
            "wait",
            "wait0",
            "park",
            "read0",
            "poll",
            "accept",
            "connect0",
            "waitForProcessExit0");

    private static final Queue<Blocked> FOUND = new ConcurrentLinkedQueue<>();
    private static final Queue<Blocked> DELIBERATE = new ConcurrentLinkedQueue<>();

    static {
        Logger teller = (Logger) LoggerFactory.getLogger(CHECKER);
        AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                onWarning(event);
            }
        };
        ear.setContext(teller.getLoggerContext());
        ear.start();
        teller.addAppender(ear);
    }

    /** A blocked event loop: the time for which it was blocked so far, and its stack trace. */
    public record Blocked(long millis, List<StackTraceElement> stack) {
        private boolean isTooLong() {
            boolean waits =
                    !stack.isEmpty() && WAITING_METHODS.contains(stack.get(0).getMethodName());
            return millis >= (waits ? WAITING_MILLIS : COMPUTING_MILLIS);
        }

        private boolean isDeliberate() {
            return stack.stream()
                    .anyMatch(frame -> frame.getClassName().equals(BlockedEventLoops.class.getName())
                            && frame.getMethodName().equals("blockOnPurpose"));
        }
    }

    private static void onWarning(ILoggingEvent event) {
        Matcher heldUp = WARNING.matcher(event.getFormattedMessage());
        IThrowableProxy trace = event.getThrowableProxy();
        if (!heldUp.find() || trace == null) {
            return;
        }
        List<StackTraceElement> stack = Arrays.stream(trace.getStackTraceElementProxyArray())
                .map(frame -> frame.getStackTraceElement())
                .toList();
        Blocked blocked = new Blocked(Long.parseLong(heldUp.group(1)), stack);
        if (blocked.isTooLong()) {
            (blocked.isDeliberate() ? DELIBERATE : FOUND).add(blocked);
        }
    }

    /** Runs work that blocks the event loop on purpose. It does not fail the run. */
    public static void blockOnPurpose(Runnable work) {
        work.run();
    }

    /** Loops that {@link #blockOnPurpose} blocked. */
    public static List<Blocked> deliberate() {
        return List.copyOf(DELIBERATE);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        List<Blocked> found = new ArrayList<>();
        for (Blocked blocked = FOUND.poll(); blocked != null; blocked = FOUND.poll()) {
            found.add(blocked);
        }
        if (!found.isEmpty()) {
            throw new AssertionError(
                    "event loops were blocked, by this class or by one that ran at the same time: " + found);
        }
    }
}
