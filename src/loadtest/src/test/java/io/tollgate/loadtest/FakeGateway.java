package io.tollgate.loadtest;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A server with one list of a few records, as honest as a test wants it. */
final class FakeGateway implements AutoCloseable {
    static final String LIVE_KEY = "sk_live_0123456789abcdefghijklmnopqrstuvwxyzAB";

    private static final int RECORDS = 95;
    private static final String DOCUMENT = """
            {"paths":{"/v1/things":{"get":{"parameters":[{"$ref":"#/x/limit"},{"$ref":"#/x/starting_after"},\
            {"$ref":"#/x/ending_before"},{"name":"color"}]}},"/v1/things/{id}":{"get":{}}}}""";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final AtomicInteger asked = new AtomicInteger();
    private final UnaryOperator<String> lie;

    /** Of so many requests one is answered 429; 0 for none. */
    private final int throttleEvery;

    /** @param lie what becomes of each page */
    FakeGateway(UnaryOperator<String> lie, int throttleEvery) throws IOException {
        this.lie = lie;
        this.throttleEvery = throttleEvery;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    static String id(int number) {
        return "%024x".formatted(number);
    }

    private static String record(int number) {
        return "{\"id\":\"%s\",\"color\":\"%s\",\"updatedAt\":\"2026\"}"
                .formatted(id(number), number % 3 == 0 ? "red" : "blue");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (path.equals("/openapi.json")) {
                send(exchange, 200, DOCUMENT);
            } else if (!("Bearer " + LIVE_KEY)
                    .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, 401, "{}");
            } else if (throttleEvery > 0 && asked.incrementAndGet() % throttleEvery == 0) {
                exchange.getResponseHeaders().set("Retry-After", "1");
                send(exchange, 429, "{\"code\":\"rate_limited\"}");
            } else if (path.equals("/v1/things")) {
                send(exchange, 200, lie.apply(page(query(exchange))));
            } else {
                send(exchange, 200, "{\"data\":" + record(Integer.parseInt(path.substring(11), 16)) + "}");
            }
        }
    }

    private static Map<String, String> query(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        Arrays.stream(exchange.getRequestURI().getQuery().split("&"))
                .forEach(part -> query.put(part.split("=")[0], part.split("=")[1]));
        return query;
    }

    private static String page(Map<String, String> query) {
        int limit = Integer.parseInt(query.get("limit"));
        List<Integer> all = new ArrayList<>(IntStream.rangeClosed(1, RECORDS)
                .mapToObj(i -> RECORDS + 1 - i)
                .filter(number ->
                        !query.containsKey("color") || record(number).contains("\"" + query.get("color") + "\""))
                .toList());
        int total = all.size();
        String after = query.getOrDefault("starting_after", "f".repeat(24));
        String before = query.getOrDefault("ending_before", "");
        all.removeIf(number -> id(number).compareTo(after) >= 0 || id(number).compareTo(before) <= 0);
        boolean more = all.size() > limit;
        int from = before.isEmpty() ? 0 : Math.max(0, all.size() - limit);
        return "{\"data\":["
                + all.subList(from, Math.min(all.size(), from + limit)).stream()
                        .map(FakeGateway::record)
                        .collect(Collectors.joining(","))
                + "],\"total\":" + total + ",\"has_more\":" + more + "}";
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
