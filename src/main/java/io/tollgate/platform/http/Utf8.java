package io.tollgate.platform.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Decodes UTF-8 without replacing invalid bytes. */
public final class Utf8 {
    private Utf8() {}

    /** Returns the text; null if the bytes are not UTF-8. */
    public static @Nullable String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException invalid) {
            return null;
        }
    }
}
