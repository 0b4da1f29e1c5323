package io.tollgate.catalog.file;

import org.jspecify.annotations.Nullable;

/**
 * A file that a buyer uploaded on a hosted page. Its bytes are stored; its record is written with the
 * submission or purchase.
 *
 * @param type media type, detected from the content
 * @param size in bytes
 * @param width of an image in pixels; null for other files
 * @param height of an image in pixels; null for other files
 */
public record BuyerUpload(
        String id,
        String name,
        String type,
        long size,
        @Nullable Integer width,
        @Nullable Integer height) {}
