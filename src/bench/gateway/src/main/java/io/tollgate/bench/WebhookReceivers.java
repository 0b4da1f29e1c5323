package io.tollgate.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.platform.clock.Clock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Receivers of webhooks on the loopback interface, each with a path of its own, one of which may hang. */
final class WebhookReceivers implements AutoCloseable {
    private static final Pattern TIME = Pattern.compile("\"timestamp\":\"([^\"]+)\"");
    private static final String PATH = "/hooks/";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Double> millis = new ArrayList<>();
    private final Queue<HttpExchange> held = new ConcurrentLinkedQueue<>();
    private int arrived;
    private volatile int hanging = -1;

    WebhookReceivers() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        server.createContext(PATH, this::receive);
        server.setExecutor(threads);
        server.start();
    }

    String url(int number) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PATH + number;
    }

    /** Lets a receiver not respond, until another one does not; -1 for none. */
    void hang(int number) {
        hanging = number;
        for (HttpExchange exchange = held.poll(); exchange != null; exchange = held.poll()) {
            exchange.close();
        }
    }

    private void receive(HttpExchange exchange) throws IOException {
        Instant now = Clock.SYSTEM.now();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        int number = Integer.parseInt(exchange.getRequestURI().getPath().substring(PATH.length()));
        if (number == hanging) {
            held.add(exchange);
            return;
        }
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
        Matcher time = TIME.matcher(body);
        if (!time.find()) {
            throw new IllegalStateException("no time in " + body);
        }
        arrived(Duration.between(Instant.parse(time.group(1)), now).toNanos() / 1e6);
    }

    private synchronized void arrived(double took) {
        millis.add(took);
        arrived++;
        notifyAll();
    }

    /** Forgets what has arrived. */
    synchronized void begin() {
        millis.clear();
        arrived = 0;
    }

    /** Waits until a number of deliveries has arrived since {@link #begin}, and returns how long they took, sorted. */
    synchronized double[] await(int number, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (arrived < number) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException(arrived + " of " + number + " deliveries have arrived");
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return millis.stream().mapToDouble(one -> one).sorted().toArray();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
