package io.tollgate.dashboard;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The erasure of a customer: what it would do, how far it is, or the certificate.
 *
 * @param customer what people call the customer
 * @param back path of the customer's page
 * @param path of this page
 * @param key idempotency key of the form
 * @param status in words
 * @param requested when it was asked for; null in a preview
 * @param finished when everything was erased; null before
 * @param reasons what keeps the customer from being erased
 * @param possible whether the form can be sent
 */
public record ErasureView(
        Frame frame,
        String customer,
        String back,
        String path,
        String key,
        Cell status,
        @Nullable Cell requested,
        @Nullable Cell finished,
        List<Rows> erased,
        List<Rows> kept,
        List<Reason> reasons,
        boolean possible) {
    /** @param explanation why the rows stay; empty for those that are erased */
    public record Rows(String kind, String count, String explanation) {}

    /**
     * @param recordId of what keeps the customer from being erased
     * @param path where it is found
     */
    public record Reason(String message, String recordId, String path) {}

    /** Returns whether nothing was erased yet. */
    public boolean isPreview() {
        return requested == null;
    }
}
