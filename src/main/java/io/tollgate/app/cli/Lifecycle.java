package io.tollgate.app.cli;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ExitCode;

/** The started components. A signal stops them in reverse order. */
final class Lifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);
    private static final long STEP_SECONDS = 15;
    private static final long OUTPUT_TIMEOUT_MILLIS = 1_500;

    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final CountDownLatch startedUp = new CountDownLatch(1);
    private final CountDownLatch failed = new CountDownLatch(1);
    private final PrintWriter out;
    private volatile boolean signalled;

    private Lifecycle(PrintWriter out) {
        this.out = out;
    }

    /** Installs handlers for SIGINT and SIGTERM. */
    static Lifecycle install(PrintWriter out) {
        Lifecycle lifecycle = new Lifecycle(out);
        Runtime.getRuntime().addShutdownHook(new Thread(lifecycle::signalled, "stop"));
        return lifecycle;
    }

    /** Registers how to stop a component. It may be slow or fail; the others are stopped anyway. */
    synchronized void started(AutoCloseable stop) {
        started.push(stop);
    }

    /**
     * Returns whether a signal arrived. Checked between startup steps, so that a signal need not wait for all of them.
     */
    boolean isSignalled() {
        return signalled;
    }

    /** Marks the end of the startup. */
    void startedUp() {
        startedUp.countDown();
    }

    private void signalled() {
        signalled = true;
        boolean anything = startedUp.getCount() > 0 || !isEmpty();
        if (anything) {
            print("Stopping");
            awaitStep();
            stop();
            print("Stopped");
        }
        withTimeout(Logs::flush);
    }

    private void print(String what) {
        withTimeout(() -> {
            out.println(what);
            out.flush();
        });
    }

    /** Limits the time of final output, because a full pipe without a reader would block the shutdown. */
    private static void withTimeout(Runnable what) {
        Thread thread = new Thread(what, "shutdown-output");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(OUTPUT_TIMEOUT_MILLIS);
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
                LOG.warn("Stopping during an unfinished startup step");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops all components, last started first. */
    synchronized void stop() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception failed) {
                LOG.error("Stopping a component failed", failed);
            }
        }
    }

    /** Ends the process with a failure status, because a component that it needs has failed. */
    void fail(String message) {
        print(message);
        failed.countDown();
    }

    /** Waits for {@link #fail} and returns the exit status. A signal ends the process before this returns. */
    int awaitFailure() throws InterruptedException {
        failed.await();
        return ExitCode.SOFTWARE;
    }
}
