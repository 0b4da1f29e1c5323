package io.tollgate.bench;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Buyers on a hosted page: each views the page, orders, confirms the payment at the simulator as the
 * page's script does, returns, and sees the confirmation.
 */
final class PurchaseLoad {
    private static final Pattern INPUT = Pattern.compile("<input[^>]* name=\"([^\"]+)\"[^>]*>");
    private static final Pattern VALUE = Pattern.compile(" value=\"([^\"]*)\"");
    private static final Pattern KEY = Pattern.compile("data-key=\"([^\"]+)\"");
    private static final Pattern SECRET = Pattern.compile("data-secret=\"([^\"]+)\"");
    private static final Pattern SCRIPT = Pattern.compile("<script src=\"(http[^\"]+)/v3/\"");

    private final String url;
    private final String path;
    private final AtomicLong number = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile String lastFailure = "";

    /** @param path of the page */
    PurchaseLoad(String url, String path) {
        this.url = url;
        this.path = path;
    }

    /** What so many buyers reached together. */
    record Result(double perSecond, double p50Millis, double p99Millis) {}

    /** How many purchases had a response that they should not have had. */
    long refused() {
        return refused.get();
    }

    /** So many buyers, one purchase after another each. */
    Result run(int buyers, int seconds) {
        ExecutorService threads = Executors.newFixedThreadPool(buyers);
        long begun = System.nanoTime();
        long end = begun + TimeUnit.SECONDS.toNanos(seconds);
        List<Future<List<Long>>> pending = new ArrayList<>();
        for (int i = 0; i < buyers; i++) {
            pending.add(threads.submit(() -> buy(end)));
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
        if (nanos.isEmpty()) {
            throw new IllegalStateException("no purchase was completed: " + lastFailure);
        }
        double took = (System.nanoTime() - begun) / 1e9;
        long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
        return new Result(sorted.length / took, millis(sorted, 0.5), millis(sorted, 0.99));
    }

    private static double millis(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1e6;
    }

    private List<Long> buy(long end) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .cookieHandler(new CookieManager())
                .build();
        List<Long> nanos = new ArrayList<>();
        while (System.nanoTime() < end) {
            long begun = System.nanoTime();
            try {
                purchase(client);
                nanos.add(System.nanoTime() - begun);
            } catch (IllegalStateException failed) {
                refused.incrementAndGet();
                lastFailure = String.valueOf(failed.getMessage());
            }
        }
        return nanos;
    }

    private void purchase(HttpClient client) throws IOException, InterruptedException {
        String page = get(client, url + path, 200).body();
        String order = location(post(client, url + path, "", form(page), 303));
        String payment = get(client, order, 200).body();
        String secret = Command.find(payment, SECRET.pattern());
        String confirm = Command.find(payment, SCRIPT.pattern()) + "/v1/payment_intents/"
                + secret.substring(0, secret.indexOf("_secret_")) + "/confirm";
        post(client, confirm, "Bearer " + Command.find(payment, KEY.pattern()), card(secret), 200);
        String after =
                get(client, location(get(client, order + "/return", 303)), 200).body();
        if (after.contains("data-secret")) {
            throw new IllegalStateException("the purchase is not complete: " + after);
        }
    }

    private Map<String, String> form(String page) {
        Map<String, String> form = new LinkedHashMap<>();
        Matcher input = INPUT.matcher(page);
        while (input.find()) {
            String tag = input.group();
            boolean choice = tag.contains("type=\"radio\"") || tag.contains("type=\"checkbox\"");
            if (!choice || tag.contains(" checked")) {
                Matcher value = VALUE.matcher(tag);
                form.put(input.group(1), value.find() ? value.group(1) : "");
            }
            if (tag.contains("autocomplete=\"name\"")) {
                form.put(input.group(1), "Anna Meyer");
            } else if (tag.contains("autocomplete=\"email\"")) {
                form.put(input.group(1), "buyer" + number.incrementAndGet() + "@example.com");
            }
        }
        return form;
    }

    private static Map<String, String> card(String secret) {
        return Map.of(
                "client_secret", secret,
                "payment_method_data[type]", "card",
                "payment_method_data[card][number]", "4242424242424242",
                "payment_method_data[card][exp_month]", "12",
                "payment_method_data[card][exp_year]", "2034",
                "payment_method_data[card][cvc]", "123");
    }

    private static HttpResponse<String> get(HttpClient client, String address, int status)
            throws IOException, InterruptedException {
        return send(client, HttpRequest.newBuilder(URI.create(address)), status);
    }

    private static HttpResponse<String> post(
            HttpClient client, String address, String authorization, Map<String, String> form, int status)
            throws IOException, InterruptedException {
        String body = form.entrySet().stream()
                .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return send(client, request, status);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request, int status)
            throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != status) {
            throw new IllegalStateException(response.uri() + " returned " + response.statusCode() + " instead of "
                    + status + ": " + response.body());
        }
        return response;
    }

    private String location(HttpResponse<String> response) {
        return url + response.headers().firstValue("Location").orElseThrow();
    }
}
