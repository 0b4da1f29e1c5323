package io.tollgate.sales.cart;

/**
 * A file that a buyer uploaded as a part of an answer.
 *
 * @param size in bytes
 * @param type media type, detected from the content
 */
public record AnsweredFile(String id, String name, long size, String type) {}
