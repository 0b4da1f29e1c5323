package io.tollgate.support;

import io.tollgate.support.TestApi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Callers that ask without pause, and a record of every answer. */
public final class Load {
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean stopped;

    /** One request: when it began and ended by {@link System#nanoTime}, and what came back. */
    public record Call(long begun, long ended, Reply reply) {
        public Duration took() {
            return Duration.ofNanos(ended - begun);
        }
    }

    private Load() {}

    public static Load of(TestApi api, String path, int callers) {
        Load load = new Load();
        for (int i = 0; i < callers; i++) {
            Thread caller = new Thread(() -> load.ask(api, path), "caller-" + i);
            caller.setDaemon(true);
            load.callers.add(caller);
            caller.start();
        }
        return load;
    }

    private void ask(TestApi api, String path) {
        while (!stopped) {
            long begun = System.nanoTime();
            Reply reply = api.get(path);
            calls.add(new Call(begun, System.nanoTime(), reply));
            if (reply.status() != 200) {
                pause(10);
            }
        }
    }

    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a thread, in a test that may take its time. */
    public static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public List<Call> calls() {
        return List.copyOf(calls);
    }

    /** Calls that began at or after a moment. */
    public List<Call> since(long moment) {
        return calls.stream().filter(call -> call.begun() >= moment).toList();
    }

    /** Waits for the last answers; one that does not come is a failure. */
    public void stop() throws InterruptedException {
        stopped = true;
        for (Thread caller : callers) {
            caller.join(20_000);
            if (caller.isAlive()) {
                throw new AssertionError("a request hangs");
            }
        }
    }
}
