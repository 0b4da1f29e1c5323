package io.tollgate.file;

import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Files of all kinds, and forms that carry them. */
public final class FileSamples {
    private static final String BOUNDARY = "xXboundaryXx";

    /** The content type of forms. */
    public static final String FORM = "multipart/form-data; boundary=" + BOUNDARY;

    private FileSamples() {}

    /** A picture of these sides: its header, which is all that is read. */
    public static byte[] png(int width, int height) {
        return bytes("89504e470d0a1a0a0000000d49484452%08x%08x0806000000".formatted(width, height));
    }

    public static byte[] gif(int width, int height) {
        return bytes(
                "474946383961%02x%02x%02x%02x800000".formatted(width & 255, width >> 8, height & 255, height >> 8));
    }

    static byte[] jpeg(int width, int height) {
        return bytes("ffd8ffe000104a46494600010100000100010000ffc0001108%04x%04x03012200021101031101"
                .formatted(height, width));
    }

    static byte[] webp(int width, int height) {
        int bits = (width - 1) | (height - 1) << 14;
        return bytes("5249464624000000574542505650384c180000002f%02x%02x%02x%02x0000"
                .formatted(bits & 255, bits >> 8 & 255, bits >> 16 & 255, bits >>> 24));
    }

    static byte[] bytes(String hex) {
        return java.util.HexFormat.of().parseHex(hex);
    }

    /** A part of a form: its head and what it holds. */
    static byte[] part(String head, byte[] content) {
        return join(
                ("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + head + "\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8),
                content,
                "\r\n".getBytes(StandardCharsets.UTF_8));
    }

    static byte[] purpose(String purpose) {
        return part("name=\"purpose\"", purpose.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] file(String name, byte[] content) {
        return part("name=\"file\"; filename=\"" + name + "\"\r\nContent-Type: text/html", content);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            for (byte[] part : parts) {
                all.write(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toByteArray();
    }

    static Reply send(TestApi api, Map<String, String> headers, byte[]... parts) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", FORM);
        return api.send("POST", "/v1/files/upload", all, ended(parts));
    }

    private static byte[] ended(byte[]... parts) {
        return join(join(parts), ("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The body of an upload of a file. */
    public static byte[] form(String purpose, String name, byte[] content) {
        return ended(purpose(purpose), file(name, content));
    }

    /** Uploads a file, as a program does that keeps to the rules. */
    public static Reply upload(TestApi api, String purpose, String name, byte[] content) {
        return send(api, Map.of(), purpose(purpose), file(name, content));
    }
}
