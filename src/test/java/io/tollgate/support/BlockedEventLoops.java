package io.tollgate.support;

import io.vertx.core.impl.VertxThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails the second stage of the tests if an event loop of any gateway was blocked. The test class that ends next
 * reports the failure. A loop is blocked if one of its tasks uses 2 s of processor time, however long that takes, or if
 * the task is found waiting in five samples in a row.
 */
public final class BlockedEventLoops implements AfterAllCallback {
    private static final boolean JUDGED = Boolean.getBoolean("eventLoops.judged");
    private static final long COMPUTING_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int SAMPLE_MILLIS = 200;
    private static final int WAITING_SAMPLES = 5;

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

    /** A blocked event loop: the processor time of its task so far, and its stack trace. */
    public record Blocked(Duration processorTime, List<StackTraceElement> stack) {
        private boolean isDeliberate() {
            return stack.stream()
                    .anyMatch(frame -> frame.getClassName().equals(BlockedEventLoops.class.getName())
                            && frame.getMethodName().equals("blockOnPurpose"));
        }
    }

    /** The task that an event loop executes. */
    private static final class Task {
        private final long begun;
        private final long processorNanosBefore;
        private int waitingSamples;
        private boolean reported;

        private Task(long begun, long processorNanosBefore) {
            this.begun = begun;
            this.processorNanosBefore = processorNanosBefore;
        }

        /** Takes a sample and returns whether it is the first that shows the task as blocking. */
        private boolean isBlocking(long processorNanos, StackTraceElement[] stack) {
            boolean waits = stack.length > 0 && WAITING_METHODS.contains(stack[0].getMethodName());
            waitingSamples = waits ? waitingSamples + 1 : 0;
            boolean blocking =
                    waitingSamples >= WAITING_SAMPLES || processorNanos - processorNanosBefore >= COMPUTING_NANOS;
            boolean first = blocking && !reported;
            reported |= blocking;
            return first;
        }
    }

    /** Samples all event loops, from its first use to the end of the test run. */
    private static final class Sampler {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final Map<Thread, Task> TASKS = new ConcurrentHashMap<>();

        static {
            Thread sampler = new Thread(Sampler::run, "blocked-event-loops");
            sampler.setDaemon(true);
            sampler.start();
        }

        private static void start() {
            // Initializes the class.
        }

        private static void run() {
            while (true) {
                Thread[] threads = new Thread[2 * Thread.activeCount() + 64];
                int count = Thread.enumerate(threads);
                for (int i = 0; i < count; i++) {
                    if (threads[i] instanceof VertxThread loop && !loop.isWorker()) {
                        sample(loop);
                    }
                }
                TASKS.keySet().removeIf(thread -> !thread.isAlive());
                Load.pause(SAMPLE_MILLIS);
            }
        }

        private static void sample(VertxThread loop) {
            long begun = loop.startTime();
            long processorNanos = THREADS.getThreadCpuTime(loop.getId());
            Task task = TASKS.get(loop);
            if (begun == 0 || processorNanos < 0) {
                TASKS.remove(loop);
            } else if (task == null || task.begun != begun) {
                TASKS.put(loop, new Task(begun, processorNanos));
            } else {
                StackTraceElement[] stack = loop.getStackTrace();
                if (task.isBlocking(processorNanos, stack)) {
                    Duration used = Duration.ofNanos(processorNanos - task.processorNanosBefore);
                    Blocked blocked = new Blocked(used, List.of(stack));
                    (blocked.isDeliberate() ? DELIBERATE : FOUND).add(blocked);
                }
            }
        }
    }

    static {
        if (JUDGED) {
            Sampler.start();
        }
    }

    /** Runs work that blocks the event loop on purpose. It does not fail the run. */
    public static void blockOnPurpose(Runnable work) {
        Sampler.start();
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
        if (JUDGED && !found.isEmpty()) {
            throw new AssertionError(
                    "event loops were blocked, by this class or by one that ran at the same time: " + found);
        }
    }
}
