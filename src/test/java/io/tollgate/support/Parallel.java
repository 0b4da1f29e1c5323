package io.tollgate.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;

/** Runs one function many times at the same moment. */
public final class Parallel {
    private Parallel() {}

    /** Returns the results in the order of their numbers. */
    public static <T> List<T> times(int times, IntFunction<T> what) {
        ExecutorService threads = Executors.newFixedThreadPool(times);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<java.util.concurrent.Future<T>> pending = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int number = i;
                pending.add(threads.submit(() -> {
                    start.await();
                    return what.apply(number);
                }));
            }
            start.countDown();
            List<T> done = new ArrayList<>();
            for (java.util.concurrent.Future<T> one : pending) {
                done.add(one.get());
            }
            return done;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
