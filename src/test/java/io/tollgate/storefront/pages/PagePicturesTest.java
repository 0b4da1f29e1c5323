package io.tollgate.storefront.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import io.tollgate.support.Wire;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Pages offer uploaded images in several widths, and each address leads to an image of that width. */
class PagePicturesTest {
    private static final Pattern SRCSET =
            Pattern.compile("class=\"picture\" [^>]*srcset=\"([^\"]+)\" sizes=\"[^\"]+\"");

    private final TestShop shop = TestShop.open();
    private final Wire wire = new Wire(shop.gateway().url());

    private String upload(int width) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, width / 2, BufferedImage.TYPE_INT_RGB), "jpg", file);
        return FileSamples.upload(shop.seller().live(), "image", "a.jpg", file.toByteArray())
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private Shelf page(List<String> images) {
        return shop.page("{'name': 'Mug', 'locale': 'en-US', 'imageIds': ['" + String.join("', '", images)
                + "'], 'productData': {'title': 'Mug', 'prices': [{'amount': 1900, 'currency': 'eur'}]}}");
    }

    /** Returns the path of an address; the gateway of the tests has another public URL. */
    private static String path(String url) {
        return url.substring(url.indexOf("/files/"));
    }

    private int width(String url) throws IOException {
        byte[] image = FileSamples.copyAt(wire, path(url)).body();
        return ImageIO.read(new ByteArrayInputStream(image)).getWidth();
    }

    @Test
    void aPictureHasSourcesOfTheWidthsThatTheySay() throws IOException {
        String html = wire.get(page(List.of(upload(2_000), upload(700))).path()).text();
        Matcher srcset = SRCSET.matcher(html);
        assertThat(srcset.find()).as(html).isTrue();
        List<Integer> widths = new ArrayList<>();
        for (String source : srcset.group(1).split(", ")) {
            int said = Integer.parseInt(source.replaceAll(".* ([0-9]+)w", "$1"));
            assertThat(width(source.replaceAll(" .*", ""))).isEqualTo(said);
            widths.add(said);
        }
        assertThat(widths).containsExactly(480, 960, 1600, 2000);
        Matcher thumb = Pattern.compile("<img src=\"([^\"]+/w/480)\" alt=\"2\"").matcher(html);
        assertThat(thumb.find()).as(html).isTrue();
        assertThat(width(thumb.group(1))).isEqualTo(480);
    }

    @Test
    void aSmallPictureHasOneSource() throws IOException {
        String html = wire.get(page(List.of(upload(480))).path()).text();
        assertThat(html).contains("class=\"picture\"").doesNotContain("srcset", "/w/480");
    }

    @Test
    void theLogoIsSentInTheSmallestWidth() throws IOException {
        String logo = upload(1_200);
        shop.seller()
                .live()
                .patch("/v1/account", "{\"logoFileId\":\"" + logo + "\"}")
                .expect(200);
        String html = wire.get(shop.product(1_900).path()).text();
        Matcher image = Pattern.compile("<header class=\"seller\">\\s*<img src=\"([^\"]+)\"")
                .matcher(html);
        assertThat(image.find()).as(html).isTrue();
        assertThat(width(image.group(1))).isEqualTo(480);
    }
}
