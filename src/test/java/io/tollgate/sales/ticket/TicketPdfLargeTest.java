package io.tollgate.sales.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.pdf.PdfReader;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** A document over 1 MiB is in a temporary file and is sent in chunks. */
class TicketPdfLargeTest {
    private final TestSeller seller = TestGateway.shared().seller();

    /** Uploads an image that no format can compress. */
    private String noise(int width, int height) throws IOException {
        Random random = new Random(3);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < width * height; i++) {
            image.setRGB(i % width, i / width, random.nextInt());
        }
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(image, "png", png);
        return FileSamples.upload(seller.live(), "image", "noise.png", png.toByteArray())
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(TestGateway.shared().url() + path))
                .header("Authorization", "Bearer " + seller.liveKey());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Test
    void it_is_downloaded_whole_in_part_and_once() throws IOException, InterruptedException {
        String logo = noise(640, 192);
        String picture = noise(1654, 606);
        seller.live().patch("/v1/account", "{\"logoFileId\":\"" + logo + "\"}").expect(200);
        ObjectNode event = seller.create(Events.RESOURCE, true, page -> {
            page.putArray("images").addObject().put("fileId", picture);
            page.withObject("/eventDetails").put("pdfTicketsEnabled", true);
        });
        ObjectNode booking = seller.create(Bookings.RESOURCE, true, made -> {
            made.set("pageId", event.get("id"));
            made.put("status", "paid").put("isAbandoned", false);
        });
        seller.create(Tickets.RESOURCE, true, ticket -> {
            ticket.set("bookingId", booking.get("id"));
            ticket.put("attendeeName", "Maria").put("status", "PAID");
        });
        String path = "/v1/bookings/" + booking.get("id").textValue() + "/ticket-pdf";
        HttpResponse<byte[]> first = get(path);
        byte[] whole = first.body();
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(whole).hasSizeGreaterThan(1 << 20);
        assertThat(PdfReader.text(whole)).contains("Maria");
        assertThat(get(path).body()).isEqualTo(whole);
        HttpResponse<byte[]> part = get(path, "Range", "bytes=100000-299999");
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole, 100_000, 300_000));
        String tag = first.headers().firstValue("ETag").orElseThrow();
        assertThat(get(path, "If-None-Match", tag).statusCode()).isEqualTo(304);
    }
}
