package io.tollgate.catalog.file;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.Wire;
import io.tollgate.support.Wire.Answer;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;

/** Files of all kinds, multipart forms with them, and the space that they take. */
public final class FileSamples {
    private static final String BOUNDARY = "xXboundaryXx";

    /** The content type of the forms. */
    public static final String FORM = "multipart/form-data; boundary=" + BOUNDARY;

    private FileSamples() {}

    /** A gray picture of this size; over a million pixels, only its structure. */
    public static byte[] png(int width, int height) {
        long length = (4L * width + 1) * height;
        byte[] rows = new byte[length <= 4_000_000 ? (int) length : 1];
        Arrays.fill(rows, (byte) 0x80);
        for (int row = 0; rows.length > 1 && row < height; row++) {
            rows[row * (4 * width + 1)] = 0;
        }
        return join(
                bytes("89504e470d0a1a0a"),
                chunk("IHDR", bytes("%08x%08x0806000000".formatted(width, height))),
                chunk("IDAT", deflated(rows)),
                chunk("IEND", new byte[0]));
    }

    private static byte[] chunk(String type, byte[] content) {
        byte[] named = join(type.getBytes(StandardCharsets.US_ASCII), content);
        CRC32 sum = new CRC32();
        sum.update(named);
        return join(bytes("%08x".formatted(content.length)), named, bytes("%08x".formatted(sum.getValue())));
    }

    private static byte[] deflated(byte[] content) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflating = new DeflaterOutputStream(all)) {
            deflating.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toByteArray();
    }

    public static byte[] gif(int width, int height) {
        return written("gif", width, height);
    }

    static byte[] jpeg(int width, int height) {
        return written("jpg", width, height);
    }

    private static byte[] written(String format, int width, int height) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), format, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    static byte[] webp(int width, int height) {
        int bits = (width - 1) | (height - 1) << 14;
        return bytes("5249464616000000574542505650384c0a0000002f%02x%02x%02x%02x0000000000"
                .formatted(bits & 255, bits >> 8 & 255, bits >> 16 & 255, bits >>> 24));
    }

    static byte[] bytes(String hex) {
        return java.util.HexFormat.of().parseHex(hex);
    }

    /** One part of a form: its headers and its content. */
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
        return file(name, "text/html", content);
    }

    static byte[] file(String name, String type, byte[] content) {
        return part("name=\"file\"; filename=\"" + name + "\"\r\nContent-Type: " + type, content);
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

    /** The body of the upload of one file. */
    public static byte[] form(String purpose, String name, byte[] content) {
        return ended(purpose(purpose), file(name, content));
    }

    /** Uploads a file with a well-formed request. */
    public static Reply upload(TestApi api, String purpose, String name, byte[] content) {
        return send(api, Map.of(), purpose(purpose), file(name, content));
    }

    /** Returns how many bytes of the quota are used. */
    public static long used(TestApi api) {
        return api.get("/v1/account").expect(200).json().at("/storage/used").longValue();
    }

    /** Releases the pending uploads of a seller that expire within a time from now. */
    public static void expire(TestSeller seller, Duration later) {
        Clock clock = () -> Clock.SYSTEM.now().plus(later);
        TestSeller.await(new RowExpiry(TestSeller.database(), clock, FileQuota.PENDING_EXPIRY).expire(seller.id()));
    }

    /** Returns the copy of an image. Until a worker has made it, its address serves the original for a minute. */
    public static Answer copyAt(Wire wire, String path) {
        Answer[] last = new Answer[1];
        boolean made = Eventually.isTrue(() -> {
            last[0] = wire.get(path);
            return !"public, max-age=60".equals(last[0].header("Cache-Control"));
        });
        if (!made) {
            throw new AssertionError("no worker has made " + path);
        }
        return last[0];
    }
}
