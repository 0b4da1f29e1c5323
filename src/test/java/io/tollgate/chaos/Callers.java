package io.tollgate.chaos;

import io.tollgate.chaos.History.Attempt;
import io.tollgate.chaos.History.Wish;
import io.tollgate.support.RawHttp;
import io.tollgate.support.TestApi.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that alternately read and book over new connections and never retry. */
final class Callers {
    private final int port;
    private final Shop shop;
    private final History history = new History();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    Callers(String url, Shop shop) {
        this.port = java.net.URI.create(url).getPort();
        this.shop = shop;
    }

    Callers start(int number) {
        for (int i = 0; i < number; i++) {
            Thread thread = new Thread(this::sendRequest, "caller-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        return this;
    }

    private void sendRequest() {
        while (!stopped) {
            int number = requests.incrementAndGet();
            try {
                if (number % 2 == 0) {
                    book("caller" + number + "@example.com");
                } else {
                    expect(200, send("GET /v1/coupons", ""));
                }
            } catch (RuntimeException | AssertionError broken) {
                failures.add(String.valueOf(broken));
            }
        }
    }

    private void book(String email) {
        long begun = System.nanoTime();
        String body = shop.booking(email);
        RawHttp.Response answer = expect(201, send("POST /v1/bookings", body));
        Wish wish = history.wish(email);
        history.add(wish, new Attempt(begun, System.nanoTime(), new Reply(answer.status(), Map.of(), answer.body())));
    }

    private RawHttp.Exchange send(String line, String body) {
        return RawHttp.send(
                port,
                line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer " + shop.key()
                        + "\r\nContent-Type: application/json\r\nContent-Length: "
                        + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    private static RawHttp.Response expect(int status, RawHttp.Exchange exchange) {
        RawHttp.Response answer = exchange.only();
        if (answer.status() != status) {
            throw new AssertionError("answered " + answer.status() + ": " + answer.body());
        }
        return answer;
    }

    int requests() {
        return requests.get();
    }

    History history() {
        return history;
    }

    /** Returns the failures, after the last response. */
    List<String> stop() {
        stopped = true;
        for (Thread thread : threads) {
            try {
                thread.join(30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return List.copyOf(failures);
    }
}
