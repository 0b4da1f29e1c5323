package io.tollgate.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How fast the gateway answers, as its own histogram of requests tells it. */
final class ResponseTimes {
    private static final Pattern BUCKET =
            Pattern.compile("(?m)^tollgate_request_seconds_bucket\\{([^}]*)\\} ([0-9.E+]+)$");

    private ResponseTimes() {}

    /** @param management address of the management port */
    static String read(String management) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(management + "/metrics")).build();
        try {
            return HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * The share of the requests of a route, of any status, whose answer took no longer than a bucket of the histogram.
     *
     * @param seconds the bucket, as the metrics write it
     * @return in percent
     */
    static double percentWithin(String metrics, String route, String seconds) {
        double within = sum(metrics, route, seconds);
        double all = sum(metrics, route, "+Inf");
        if (all == 0) {
            throw new IllegalStateException("nobody has requested " + route);
        }
        return 100 * within / all;
    }

    private static double sum(String metrics, String route, String seconds) {
        double sum = 0;
        Matcher bucket = BUCKET.matcher(metrics);
        while (bucket.find()) {
            String labels = bucket.group(1);
            if (labels.contains("route=\"" + route + "\"") && labels.contains("le=\"" + seconds + "\"")) {
                sum += Double.parseDouble(bucket.group(2));
            }
        }
        return sum;
    }
}
