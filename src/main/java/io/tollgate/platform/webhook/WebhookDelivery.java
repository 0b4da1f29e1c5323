package io.tollgate.platform.webhook;

import io.tollgate.platform.resource.Scope;
import java.time.Instant;
import java.util.Map;

/**
 * A claimed delivery.
 *
 * @param sequence its number among the deliveries of the webhook
 * @param previous SHA-256 of the body of the former delivery; empty for the first
 * @param attempts number of attempts, with the one that was claimed
 */
record WebhookDelivery(
        Scope scope,
        String id,
        String webhookId,
        long sequence,
        String previous,
        String eventId,
        String type,
        String recordId,
        Instant createdAt,
        int attempts) {
    /** Returns the headers by which a receiver sees whether it has missed a delivery. */
    Map<String, String> gapProof() {
        return Map.of("tollgate-sequence", String.valueOf(sequence), "tollgate-previous", previous);
    }
}
