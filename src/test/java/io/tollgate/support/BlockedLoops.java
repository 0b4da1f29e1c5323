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
 * Fails the run where an event loop of any gateway in it was blocked: the class of tests that ends next is the one
 * that fails. Vert.x tells of every loop that one piece of work holds up, and where that stands. One that waits for
 * something is blocked after a second. One that computes may only have to share the processor: it has five.
 */
public final class BlockedLoops implements AfterAllCallback {
    private static final String TELLER = "io.vertx.core.impl.BlockedThreadChecker";
    private static final Pattern HELD_UP = Pattern.compile("vert\\.x-eventloop.* has been blocked for (\\d+) ms");
    private static final int WAITING_MILLIS = 1_000;
    private static final int COMPUTING_MILLIS = 5_000;

    /** What waiting looks like from above. */
    private static final Set<String> WAITS = Set.of(
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
    private static final Queue<Blocked> MEANT = new ConcurrentLinkedQueue<>();

    static {
        Logger teller = (Logger) LoggerFactory.getLogger(TELLER);
        AppenderBase<ILoggingEvent> ear = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                heard(event);
            }
        };
        ear.setContext(teller.getLoggerContext());
        ear.start();
        teller.addAppender(ear);
    }

    /** A loop that was blocked: for how long by then, and where it stood. */
    public record Blocked(long millis, List<StackTraceElement> stack) {
        private boolean tooLong() {
            boolean waits = !stack.isEmpty() && WAITS.contains(stack.get(0).getMethodName());
            return millis >= (waits ? WAITING_MILLIS : COMPUTING_MILLIS);
        }

        private boolean meant() {
            return stack.stream()
                    .anyMatch(frame -> frame.getClassName().equals(BlockedLoops.class.getName())
                            && frame.getMethodName().equals("onPurpose"));
        }
    }

    private static void heard(ILoggingEvent event) {
        Matcher heldUp = HELD_UP.matcher(event.getFormattedMessage());
        IThrowableProxy trace = event.getThrowableProxy();
        if (!heldUp.find() || trace == null) {
            return;
        }
        List<StackTraceElement> stack = Arrays.stream(trace.getStackTraceElementProxyArray())
                .map(frame -> frame.getStackTraceElement())
                .toList();
        Blocked blocked = new Blocked(Long.parseLong(heldUp.group(1)), stack);
        if (blocked.tooLong()) {
            (blocked.meant() ? MEANT : FOUND).add(blocked);
        }
    }

    /** Work that blocks its loop, for the control: it fails nothing. */
    public static void onPurpose(Runnable work) {
        work.run();
    }

    /** Loops that were found blocked, and that a control had blocked. */
    public static List<Blocked> meant() {
        return List.copyOf(MEANT);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        List<Blocked> found = new ArrayList<>();
        for (Blocked blocked = FOUND.poll(); blocked != null; blocked = FOUND.poll()) {
            found.add(blocked);
        }
        if (!found.isEmpty()) {
            throw new AssertionError("event loops were blocked, in this class or in one that ran beside it: " + found);
        }
    }
}
