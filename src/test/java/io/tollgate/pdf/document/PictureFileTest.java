package io.tollgate.pdf.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tollgate.support.SecondStage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small files with a large declared size, or many scans, use neither much memory nor much time. */
class PictureFileTest {
    private static final long BYTES_MAX = 220L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SIDE = 5_000;
    private static final int BLOCKS = SIDE / 8 * (SIDE / 8);
    private static final int[] NOTHING = new int[15];

    private static byte[] chunk(String type, byte[] content) {
        ByteBuffer chunk = ByteBuffer.allocate(12 + content.length).putInt(content.length);
        chunk.put(type.getBytes(StandardCharsets.US_ASCII)).put(content);
        CRC32 sum = new CRC32();
        sum.update(chunk.array(), 4, 4 + content.length);
        return chunk.putInt((int) sum.getValue()).array();
    }

    /** All black, with red, green, blue and alpha of two bytes each. */
    private static byte[] png(int width, int height) throws IOException {
        ByteArrayOutputStream rows = new ByteArrayOutputStream();
        try (DeflaterOutputStream packed = new DeflaterOutputStream(rows)) {
            for (int row = 0; row < height; row++) {
                packed.write(new byte[1 + 8 * width]);
            }
        }
        byte[] header = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put(new byte[] {16, 6, 0, 0, 0})
                .array();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
        file.write(chunk("IHDR", header));
        file.write(chunk("IDAT", rows.toByteArray()));
        file.write(chunk("IEND", new byte[0]));
        return file.toByteArray();
    }

    private static void write(ByteArrayOutputStream file, int... bytes) {
        for (int each : bytes) {
            file.write(each);
        }
    }

    /** A Huffman table with a one-bit code for one symbol. */
    private static void table(ByteArrayOutputStream file, int kind, int symbol) {
        write(file, 0xff, 0xc4, 0, 20, kind, 1);
        write(file, NOTHING);
        write(file, symbol);
    }

    /** A gray, progressive JPEG: each scan covers all blocks, and states in forty bytes that nothing changes. */
    private static byte[] jpeg(int scans) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        write(file, 0xff, 0xd8, 0xff, 0xdb, 0, 67, 0);
        int[] flat = new int[64];
        Arrays.fill(flat, 1);
        write(file, flat);
        write(file, 0xff, 0xc2, 0, 11, 8, SIDE >> 8, SIDE & 255, SIDE >> 8, SIDE & 255, 1, 1, 0x11, 0);
        table(file, 0x00, 0);
        table(file, 0x10, 0xe0);
        write(file, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0);
        file.writeBytes(new byte[BLOCKS / 8 + 1]);
        for (int scan = 0; scan < scans; scan++) {
            write(file, 0xff, 0xda, 0, 8, 1, 1, 0, 1, 1, 0);
            // One bit for the symbol, and fourteen for the number of blocks beyond 16,384 that end here.
            file.writeBytes(new byte[(BLOCKS / 16_384 + 1) * 15 / 8 + 1]);
        }
        write(file, 0xff, 0xd9);
        return file.toByteArray();
    }

    private static @Nullable Object drawn(byte[] file) {
        return Drawing.of(file, 640, 192);
    }

    @ParameterizedTest
    @CsvSource({"25000000, 1, false", "2500000, 10, false", "60000, 400, true", "5000, 5000, true", "1, 600000, true"})
    void none_takes_more_memory_than_there_is(int width, int height, boolean shown) throws IOException {
        byte[] file = png(width, height);
        assertThat(file.length).isLessThan(1 << 20);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        Picture picture = Picture.of(file, 1_653, 600);
        long between = THREADS.getCurrentThreadAllocatedBytes();
        var unused = drawn(file);
        assertThat(between - before).isLessThan(BYTES_MAX);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - between).isLessThan(BYTES_MAX);
        assertThat(picture != null).isEqualTo(shown);
    }

    @SecondStage
    @Test
    void none_takes_longer_than_others_can_wait() {
        byte[] file = jpeg(1_000);
        assertThat(file.length).isLessThan(200_000);
        long begun = THREADS.getCurrentThreadCpuTime();
        assertThat(drawn(file)).isNull();
        assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - begun)).isLessThan(Duration.ofSeconds(12));
    }

    /** Control: with a few scans, the same file is accepted. */
    @Test
    void one_of_a_few_scans_is_shown() {
        assertThat(drawn(jpeg(3))).isNotNull();
    }
}
