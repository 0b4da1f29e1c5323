package io.tollgate.platform.export;

import io.tollgate.platform.resource.Resource;
import org.jspecify.annotations.Nullable;

/**
 * Where the columns and values of buyers' answers come from.
 *
 * @param pages the pages whose fields the buyers answer
 * @param orders the records that contain the answers, if the listed records do not; or null
 * @param orderId the field of a listed record with the id of its order, or null
 */
public record AnswerSource(
        Resource pages, @Nullable Resource orders, @Nullable String orderId) {
    /** The field of a page with its fields, and the field of a record with the answers. */
    static final String FIELDS = "fields";

    public static AnswerSource of(Resource pages) {
        return new AnswerSource(pages, null, null);
    }

    /** Returns the source for records whose order contains the answers. */
    public AnswerSource through(Resource recordsWithAnswers, String idOfOrder) {
        return new AnswerSource(pages, recordsWithAnswers, idOfOrder);
    }
}
