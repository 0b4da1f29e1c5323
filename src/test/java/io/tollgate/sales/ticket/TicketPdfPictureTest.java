package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.PdfReader;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The picture of an event on its tickets. A picture that cannot be read never prevents a ticket. */
class TicketPdfPictureTest {
    private static final int RED = 0xffcc1122;

    private final TicketSamples sample = new TicketSamples();

    TicketPdfPictureTest() {
        sample.ticket("Maria");
    }

    private static byte[] file(String format, int width, int height) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = image.createGraphics();
        pen.setColor(new Color(RED));
        pen.fillRect(0, 0, width, height);
        pen.dispose();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        assertThat(ImageIO.write(image, format, file)).isTrue();
        return file.toByteArray();
    }

    private boolean isShown(byte[] picture) {
        sample.picture = picture;
        byte[] pdf = sample.drawn(TicketPdfLayout.A6);
        assertThat(PdfReader.code(pdf, 0)).isNotEmpty();
        Color corner = new Color(PdfReader.picture(pdf, 0, 72).getRGB(20, 20));
        Color red = new Color(RED);
        return Math.abs(corner.getRed() - red.getRed()) < 6
                && Math.abs(corner.getGreen() - red.getGreen()) < 6
                && Math.abs(corner.getBlue() - red.getBlue()) < 6;
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpeg"})
    void a_picture_is_shown_whatever_its_shape(String format) throws IOException {
        assertThat(isShown(file(format, 900, 700))).isTrue();
        assertThat(isShown(file(format, 40, 2_000))).isTrue();
        assertThat(isShown(file(format, 1, 1))).isTrue();
    }

    @Test
    void what_is_none_or_harmful_gives_way_to_the_pattern() throws IOException {
        assertThat(isShown(file("gif", 900, 700))).isFalse();
        assertThat(isShown(new byte[0])).isFalse();
        assertThat(isShown("%PDF-1.7".getBytes(java.nio.charset.StandardCharsets.US_ASCII)))
                .isFalse();
        byte[] whole = file("png", 900, 700);
        assertThat(isShown(Arrays.copyOf(whole, 30))).isFalse();
        assertThat(isShown(enlarged(whole, 60_000, 60_000))).as("a bomb").isFalse();
        assertThat(isShown(Arrays.copyOf(whole, 21 << 20))).as("too many bytes").isFalse();
    }

    /** Returns the same file with another size in its header. */
    private static byte[] enlarged(byte[] png, int width, int height) {
        byte[] bomb = png.clone();
        ByteBuffer header = ByteBuffer.wrap(bomb).putInt(16, width).putInt(20, height);
        CRC32 sum = new CRC32();
        sum.update(bomb, 12, 17);
        header.putInt(29, (int) sum.getValue());
        return bomb;
    }

    @ParameterizedTest
    @EnumSource(TicketPdfLayout.class)
    void another_picture_is_another_document(TicketPdfLayout layout) throws IOException {
        String without = sample.request(layout).etag();
        sample.picture = file("png", 900, 700);
        String with = sample.request(layout).etag();
        assertThat(with).isNotEqualTo(without);
        sample.picture = file("png", 900, 700);
        assertThat(sample.request(layout).etag()).isEqualTo(with);
        assertThat(sample.drawn(layout)).isEqualTo(sample.drawn(layout));
        sample.picture = new byte[] {1, 2, 3};
        assertThat(sample.request(layout).etag()).as("no picture").isEqualTo(without);
    }

    @Test
    void the_picture_is_the_first_file_of_the_page_and_no_address() throws IOException {
        ObjectNode page = (ObjectNode) new ObjectMapper().readTree("""
                        {"images":[{"fileId":"65a1f065a1f065a1f065a1f0","url":"https://example.com/a.png"},{}]}""");
        assertThat(TicketPdfRoutes.fileId(page)).isEqualTo("65a1f065a1f065a1f065a1f0");
        page.withArray("/images").remove(0);
        assertThat(TicketPdfRoutes.fileId(page)).isNull();
        assertThat(TicketPdfRoutes.fileId(page.removeAll())).isNull();
        page.putArray("images").addObject().put("fileId", "../../etc/passwd");
        assertThat(TicketPdfRoutes.fileId(page)).isNull();
    }
}
