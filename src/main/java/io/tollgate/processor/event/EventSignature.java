package io.tollgate.processor.event;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import io.tollgate.platform.error.ApiError;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The signature of events: the header {@code Stripe-Signature} has a time {@code t} and one or more {@code v1}, each
 * the HMAC-SHA-256 of the time and the body under one signing secret. The SDK compares in constant time.
 */
final class EventSignature {
    static final String HEADER = "Stripe-Signature";

    /** The form of the header. The SDK fails with other exceptions if the header has another one. */
    private static final Pattern FORM = Pattern.compile("t=\\d{1,12}(?:,[a-z0-9]{1,10}=[A-Za-z0-9+/_-]{1,200}){1,20}");

    private EventSignature() {}

    /**
     * Verifies a body.
     *
     * @param secrets the signing secrets of the account, any of which may have signed
     * @throws ApiError 400 with the reason
     */
    static void require(
            byte[] body, @Nullable String header, List<String> secrets, long toleranceSeconds, Instant now) {
        if (header == null) {
            throw invalid("The header " + HEADER + " is missing.");
        }
        if (!FORM.matcher(header).matches()) {
            throw invalid("The header " + HEADER + " has no time and signature.");
        }
        String payload = new String(body, StandardCharsets.UTF_8);
        Clock clock = Clock.fixed(now, ZoneOffset.UTC);
        String reason = "The account has no signing secret.";
        for (String secret : secrets) {
            try {
                if (Webhook.Signature.verifyHeader(payload, header, secret, toleranceSeconds, clock)) {
                    return;
                }
            } catch (SignatureVerificationException refused) {
                reason = sentence(refused);
            }
        }
        throw invalid(reason);
    }

    /** Returns the SDK's reason without the request id that it appends. */
    private static String sentence(SignatureVerificationException refused) {
        String message = String.valueOf(refused.getMessage());
        int end = message.indexOf(';');
        return (end < 0 ? message : message.substring(0, end)) + ".";
    }

    private static ApiError invalid(String message) {
        return ApiError.refused(400, "signature_invalid", message);
    }
}
