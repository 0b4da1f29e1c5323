package io.tollgate.platform.task;

import io.tollgate.platform.resource.Scope;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * Work that is due at a time.
 *
 * @param subjectId the id of what the task is about. At most one task of a kind is about a subject
 * @param attempts number of attempts so far
 * @param claimNumber of the claim of the node that works on it; 0 if none does
 * @param createdAt when it was scheduled; {@link Instant#EPOCH} if it is not stored yet
 */
public record Task(
        Scope scope,
        String id,
        TaskKind kind,
        String subjectId,
        JsonObject argument,
        int attempts,
        long claimNumber,
        Instant createdAt) {

    public static Task of(Scope scope, String id, TaskKind kind, String subjectId, JsonObject argument) {
        return new Task(scope, id, kind, subjectId, argument, 0, 0, Instant.EPOCH);
    }

    /** Returns the idempotency key, which is the same for each attempt. */
    public String key() {
        return "tollgate-" + id;
    }
}
