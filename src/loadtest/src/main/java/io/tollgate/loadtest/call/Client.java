package io.tollgate.loadtest.call;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Asks one thing after another: what is to be known before a load, and counted after it. */
public final class Client {
    private static final int TRIES_MAX = 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long WAIT_SECONDS_MAX = 30;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final String url;
    private final Keys keys;

    /** @param url of the gateway, without a slash at the end */
    public Client(String url, Keys keys) {
        this.url = url;
        this.keys = keys;
    }

    public Answer get(Call.Caller caller, String path) {
        return send(Call.get(caller, path));
    }

    /**
     * Waits and sends again where the server asks for it, within bounds.
     *
     * @throws Fault where no answer came that counts
     */
    public Answer send(Call call) {
        Fault last = Fault.error("no answer");
        for (int i = 0; i < TRIES_MAX; i++) {
            long wait = 1;
            try {
                Answer answer = once(call);
                boolean later = answer.status() == 429
                        || answer.status() >= 500
                        || (answer.status() == 409
                                && !answer.header("retry-after").isEmpty());
                if (!later) {
                    return answer;
                }
                wait = Math.min(WAIT_SECONDS_MAX, answer.retryAfterSeconds(1));
                last = Fault.error("answered " + answer.status() + answer.where());
            } catch (IOException e) {
                last = Fault.error("no answer: " + e.getClass().getSimpleName());
            }
            pause(wait);
        }
        throw last;
    }

    private static void pause(long seconds) {
        try {
            Thread.sleep(seconds * 1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.error("interrupted");
        }
    }

    private Answer once(Call call) throws IOException {
        String address = call.caller() == Call.Caller.PROCESSOR ? call.path() : url + call.path();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address)).timeout(TIMEOUT);
        call.headers().forEach(request::header);
        if (call.caller().hasKey()) {
            request.header("Authorization", "Bearer " + keys.of(call.caller()));
        }
        if (!call.idempotencyKey().isEmpty()) {
            request.header("Idempotency-Key", call.idempotencyKey());
        }
        if (!call.body().isEmpty() && call.caller().hasKey()) {
            request.header("Content-Type", "application/json");
        }
        request.method(
                call.method(),
                call.body().isEmpty()
                        ? HttpRequest.BodyPublishers.noBody()
                        : HttpRequest.BodyPublishers.ofString(call.body()));
        long begin = System.nanoTime();
        try {
            return answer(http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()), begin);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.error("interrupted");
        }
    }

    private static Answer answer(HttpResponse<byte[]> response, long begin) {
        Map<String, String> headers = new HashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
        return new Answer(response.statusCode(), headers, response.body(), (System.nanoTime() - begin) / 1_000_000);
    }
}
