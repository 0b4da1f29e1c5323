package io.tollgate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Each kind of search, one caller: the first call of an input counts its total, the second finds
 * it remembered and so shows what the page alone costs.
 */
final class Searches {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final String key;
    private final Map<String, List<String>> inputs = new LinkedHashMap<>();

    Searches(String url, String key) {
        this.url = url;
        this.key = key;
    }

    void add(String kind, List<String> some) {
        inputs.put(kind, some);
    }

    /** One kind: matches of the median input, and milliseconds. */
    record Result(
            String kind, long matches, double totalMedian, double totalMost, double pageMedian, double pageMost) {}

    List<Result> run() {
        inputs.values().forEach(some -> call("nothing like " + some.get(0)));
        return inputs.entrySet().stream()
                .map(kind -> measure(kind.getKey(), kind.getValue()))
                .toList();
    }

    private Result measure(String kind, List<String> some) {
        double[] totals = new double[some.size()];
        double[] pages = new double[some.size()];
        double[] matches = new double[some.size()];
        for (int i = 0; i < some.size(); i++) {
            long begun = System.nanoTime();
            matches[i] = call(some.get(i));
            totals[i] = (System.nanoTime() - begun) / 1e6;
            double[] again = new double[5];
            for (int j = 0; j < again.length; j++) {
                begun = System.nanoTime();
                call(some.get(i));
                again[j] = (System.nanoTime() - begun) / 1e6;
            }
            pages[i] = Rounds.median(again);
        }
        return new Result(
                kind,
                (long) Rounds.median(matches),
                Rounds.median(totals),
                most(totals),
                Rounds.median(pages),
                most(pages));
    }

    private static double most(double[] numbers) {
        return Arrays.stream(numbers).max().orElse(0);
    }

    /** Searches and gives the total. */
    private long call(String input) {
        String query = url + "/v1/payments?search=" + URLEncoder.encode(input, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create(query))
                .header("Authorization", "Bearer " + key)
                .build();
        try {
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException("search " + input + ": " + response.body());
            }
            return Long.parseLong(Command.find(response.body(), "\"total\":([0-9]+),\"has_more\":[a-z]+}$"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
