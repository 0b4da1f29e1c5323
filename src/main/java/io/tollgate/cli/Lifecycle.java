package io.tollgate.cli;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;

/** What has been started, and stops in reverse order at a signal. */
final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);
    private static final long STEP_SECONDS = 15;
    private static final long LAST_WORDS_MILLIS = 1_500;

    /** One started part; stopping it may take long, and may fail without keeping the others from it. */
    interface Stop {
        void run() throws Exception;
    }

    private final Deque<Stop> started = new ArrayDeque<>();
    private final CountDownLatch startedUp = new CountDownLatch(1);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final PrintWriter out;
    private volatile boolean signalled;

    private Lifecycle(PrintWriter out) {
        this.out = out;
    }

    /** SIGINT and SIGTERM stop what will be started. */
    static Lifecycle install(PrintWriter out) {
        Lifecycle lifecycle = new Lifecycle(out);
        Runtime.getRuntime().addShutdownHook(new Thread(lifecycle::signalled, "stop"));
        return lifecycle;
    }

    synchronized void started(Stop stop) {
        started.push(stop);
    }

    /** To be asked between the steps of a start, so that a signal need not wait for all of them. */
    boolean isSignalled() {
        return signalled;
    }

    /** Nothing more will be started. */
    void startedUp() {
        startedUp.countDown();
    }

    private void signalled() {
        signalled = true;
        boolean anything = startedUp.getCount() > 0 || !isEmpty();
        if (anything) {
            tell("Stopping");
            awaitStep();
            stop();
            tell("Stopped");
        }
        inTime(Logs::flush);
    }

    private void tell(String what) {
        inTime(() -> {
            out.println(what);
            out.flush();
        });
    }

    /** Nobody may be reading any more what is printed, and a full pipe would hold up the end for ever. */
    private static void inTime(Runnable what) {
        Thread thread = new Thread(what, "last-words");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(LAST_WORDS_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isEmpty() {
        return started.isEmpty();
    }

    private void awaitStep() {
        try {
            if (!startedUp.await(STEP_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("Stopping in the middle of a step of the start");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops everything, last first. */
    synchronized void stop() {
        while (!started.isEmpty()) {
            try {
                started.pop().run();
            } catch (Exception failed) {
                LOG.error("A part did not stop as it should", failed);
            }
        }
    }

    /** Ends the program with a failure status: a part failed without which it cannot serve. */
    void fail(String message) {
        tell(message);
        failed.countDown();
    }

    /** Waits for {@link #fail} and returns the exit status. A signal ends the program without a return. */
    int awaitFailure() throws InterruptedException {
        failed.await();
        return ExitCode.SOFTWARE;
    }
}
