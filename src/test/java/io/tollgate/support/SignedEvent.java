package io.tollgate.support;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.ProcessorAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * An event as the processor sends it, with its signature.
 *
 * @param header the signature; null without one
 */
public record SignedEvent(
        Scope scope, String body, @Nullable String header) {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** The response to an event. */
    public record Reply(int status, String body) {}

    /** Returns an event of an account of the simulator, signed now. */
    public static SignedEvent of(Scope scope, String id, String type, String object) {
        return unsigned(scope, id, type, object).signedBy(Instant.now(), secret(scope));
    }

    /** @param object the changed object, with single quotes for double ones */
    public static SignedEvent unsigned(Scope scope, String id, String type, String object) {
        String body =
                "{'id':'" + id + "','object':'event','created':" + Instant.now().getEpochSecond() + ",'livemode':"
                        + scope.live() + ",'type':'" + type + "','data':{'object':" + object + "}}";
        return new SignedEvent(scope, body.replace('\'', '"'), null);
    }

    public static String secret(Scope scope) {
        return new AccountKeys(TestGateway.secrets()).simulatedWebhookSecret(scope);
    }

    /** Returns the event with one signature for each secret. */
    public SignedEvent signedBy(Instant time, String... secrets) {
        StringBuilder signature = new StringBuilder("t=" + time.getEpochSecond());
        for (String secret : secrets) {
            byte[] mac = Secrets.hmac(secret.getBytes(StandardCharsets.UTF_8), time.getEpochSecond() + "." + body);
            signature.append(",v1=").append(HexFormat.of().formatHex(mac));
        }
        return new SignedEvent(scope, body, signature.toString());
    }

    public SignedEvent withBody(String other) {
        return new SignedEvent(scope, other, header);
    }

    public SignedEvent withHeader(@Nullable String other) {
        return new SignedEvent(scope, body, other);
    }

    public Reply sendTo(TestGateway gateway) {
        return sendTo(gateway.url() + ProcessorAccount.eventPath(scope));
    }

    public Reply sendTo(String url) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (header != null) {
            request.header("Stripe-Signature", header);
        }
        try {
            HttpResponse<String> response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Reply(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
