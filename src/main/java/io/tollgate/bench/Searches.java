package io.tollgate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Each kind of search, one caller: the first call of an input in a round counts its total, the next
 * ones find it remembered and so show what the page alone costs. Of an input the median of its
 * rounds counts: single calls meet collections and other programs.
 */
final class Searches {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final String key;
    private final Map<String, List<Input>> inputs = new LinkedHashMap<>();

    Searches(String url, String key) {
        this.url = url;
        this.key = key;
    }

    void add(String kind, List<String> some) {
        inputs.put(kind, some.stream().map(Input::new).toList());
    }

    /** What is searched for, and milliseconds of each round. */
    private static final class Input {
        private final String text;
        private final List<Double> totals = new ArrayList<>();
        private final List<Double> pages = new ArrayList<>();
        private long matches;

        Input(String text) {
            this.text = text;
        }

        double total() {
            return median(totals);
        }

        double page() {
            return median(pages);
        }

        private static double median(List<Double> numbers) {
            return Rounds.median(
                    numbers.stream().mapToDouble(Double::doubleValue).toArray());
        }
    }

    /** One kind: matches of the median input, and milliseconds. */
    record Result(
            String kind, long matches, double totalMedian, double totalMost, double pageMedian, double pageMost) {}

    /** @param forget makes the gateway forget all totals, as a write does */
    List<Result> run(int rounds, Runnable forget) {
        all().forEach(input -> call("nothing like " + input.text));
        for (int round = 0; round < rounds; round++) {
            forget.run();
            all().forEach(this::measure);
        }
        return inputs.entrySet().stream()
                .map(kind -> result(kind.getKey(), kind.getValue()))
                .toList();
    }

    /** The worst input of each round, with its total and alone. */
    double[] worstTotals() {
        return worst(input -> input.totals);
    }

    double[] worstPages() {
        return worst(input -> input.pages);
    }

    private double[] worst(Function<Input, List<Double>> part) {
        int rounds = part.apply(all().findFirst().orElseThrow()).size();
        return IntStream.range(0, rounds)
                .mapToDouble(round -> most(input -> part.apply(input).get(round), all()))
                .toArray();
    }

    private Stream<Input> all() {
        return inputs.values().stream().flatMap(List::stream);
    }

    private static Result result(String kind, List<Input> some) {
        return new Result(
                kind,
                (long) median(input -> (double) input.matches, some),
                median(Input::total, some),
                most(Input::total, some.stream()),
                median(Input::page, some),
                most(Input::page, some.stream()));
    }

    private void measure(Input input) {
        long begun = System.nanoTime();
        input.matches = call(input.text);
        input.totals.add((System.nanoTime() - begun) / 1e6);
        double[] again = new double[5];
        for (int i = 0; i < again.length; i++) {
            begun = System.nanoTime();
            call(input.text);
            again[i] = (System.nanoTime() - begun) / 1e6;
        }
        input.pages.add(Rounds.median(again));
    }

    private static double median(ToDoubleFunction<Input> part, List<Input> some) {
        return Rounds.median(some.stream().mapToDouble(part).toArray());
    }

    private static double most(ToDoubleFunction<Input> part, Stream<Input> some) {
        return some.mapToDouble(part).max().orElse(0);
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
