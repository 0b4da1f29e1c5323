package io.tollgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Books one ticket after another over HTTP, each with an idempotency key, by one of a thousand buyers. */
final class BookingLoad {
    private static final int BUYERS = 1_000;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI uri;
    private final String key;
    private final List<BenchEvents.Event> events;
    private final AtomicLong number = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile String last = "";

    /** What so many writers reached together. */
    record Result(double perSecond, double p50Millis, double p99Millis) {}

    BookingLoad(String url, String key, List<BenchEvents.Event> events) {
        this.uri = URI.create(url + "/v1/bookings");
        this.key = key;
        this.events = events;
    }

    long refused() {
        return refused.get();
    }

    /** The booking made last. */
    ObjectNode sample() {
        try {
            return (ObjectNode) MAPPER.readTree(last).get("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param among how many events the writers book, each its own */
    Result run(int writers, int among, int seconds) {
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        long begun = System.nanoTime();
        long end = begun + TimeUnit.SECONDS.toNanos(seconds);
        List<Future<List<Long>>> pending = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            BenchEvents.Event event = events.get(i % among);
            pending.add(threads.submit(() -> book(event, end)));
        }
        List<Long> nanos = new ArrayList<>();
        try {
            for (Future<List<Long>> one : pending) {
                nanos.addAll(one.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        double took = (System.nanoTime() - begun) / 1e9;
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return new Result(sorted.length / took, millis(sorted, 0.5), millis(sorted, 0.99));
    }

    private static double millis(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1e6;
    }

    private List<Long> book(BenchEvents.Event event, long end) throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        while (System.nanoTime() < end) {
            long begun = System.nanoTime();
            HttpResponse<String> response = client.send(request(event), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == 201) {
                nanos.add(System.nanoTime() - begun);
                last = response.body();
            } else {
                refused.incrementAndGet();
            }
        }
        return nanos;
    }

    private HttpRequest request(BenchEvents.Event event) {
        String buyer = "buyer" + number.incrementAndGet() % BUYERS + "@example.com";
        String body = String.join(
                "",
                Arrays.asList(
                        "{\"eventId\":\"" + event.id() + "\",\"tickets\":{\"" + event.typeId() + "\":1},",
                        "\"fields\":[{\"reference\":\"customer_name\",\"value\":\"Anna Meyer\"},",
                        "{\"reference\":\"customer_email\",\"value\":\"" + buyer + "\"}],",
                        "\"paymentOption\":{\"manualType\":\"invoice\"}}"));
        return HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }
}
