package io.tollgate.support;

import io.tollgate.support.TestApi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Threads that send requests without pause, and record every response. */
public final class Load {
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final List<Thread> callers = new ArrayList<>();
    private volatile boolean stopped;

    /** One request: its start and end by {@link System#nanoTime}, and the response. */
    public record Call(long startedAt, long endedAt, Reply reply) {
        public Duration duration() {
            return Duration.ofNanos(endedAt - startedAt);
        }
    }

    private Load() {}

    public static Load start(TestApi api, String path, int callers) {
        Load load = new Load();
        for (int i = 0; i < callers; i++) {
            Thread caller = new Thread(() -> load.sendRequests(api, path), "caller-" + i);
            caller.setDaemon(true);
            load.callers.add(caller);
            caller.start();
        }
        return load;
    }

    private void sendRequests(TestApi api, String path) {
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

    /** Waits for a thread without a timeout. */
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

    /** Returns the calls that started at or after a moment. */
    public List<Call> since(long moment) {
        return calls.stream().filter(call -> call.startedAt() >= moment).toList();
    }

    /** Stops the threads and waits for the last responses. Fails if a response does not arrive within 20 s. */
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
