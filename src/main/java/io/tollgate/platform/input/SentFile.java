package io.tollgate.platform.input;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of a form on a hosted page, in a temporary file that is deleted after the response.
 *
 * @param input name of the input
 * @param name file name as sent; untrusted
 * @param type media type as sent; untrusted; null if the part has none
 * @param size number of bytes that were sent
 * @param tooLarge whether the file exceeds the maximum, so that it is not complete
 */
public record SentFile(
        String input, Path path, String name, @Nullable String type, long size, boolean tooLarge) {}
