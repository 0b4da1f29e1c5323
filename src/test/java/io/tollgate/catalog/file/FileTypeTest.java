package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The media type of a file, and the images that are refused. */
class FileTypeTest {
    private static final String BYTES = "application/octet-stream";
    private static final String DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    private static final byte[] ZIP = latin("PK\u0003\u0004\u0014\u0000\u0006\u0000");

    private final TestApi api = TestGateway.shared().seller().live();
    private final TestApi anyone = TestGateway.shared().api(null);

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static Stream<Arguments> types() {
        byte[] text = utf8("Größe;1\n");
        return Stream.of(
                Arguments.of("notes.txt", BYTES, text, "text/plain", "text/plain; charset=utf-8"),
                Arguments.of("list.CSV", "text/plain", text, "text/csv", "text/csv; charset=utf-8"),
                Arguments.of("excel.csv", BYTES, latin("Gr\u00f6\u00dfe;1\n"), "text/csv", "text/csv"),
                Arguments.of("README.md", BYTES, text, "text/markdown", "text/markdown; charset=utf-8"),
                Arguments.of("a.json", BYTES, utf8("{}"), "application/json", "application/json; charset=utf-8"),
                Arguments.of(
                        "notes", "text/markdown; charset=utf-8", text, "text/markdown", "text/markdown; charset=utf-8"),
                Arguments.of("notes", "application/pdf", text, "text/plain", "text/plain; charset=utf-8"),
                Arguments.of("page.html", "text/plain", utf8("<b>"), "text/html", BYTES),
                Arguments.of("logo", "image/svg+xml", utf8("<svg/>"), "image/svg+xml", BYTES),
                Arguments.of("a.zip", BYTES, ZIP, "application/zip", "application/zip"),
                Arguments.of("a.docx", BYTES, ZIP, DOCX, DOCX),
                Arguments.of("letter", DOCX, ZIP, DOCX, DOCX),
                Arguments.of("a.txt", "text/plain", ZIP, "application/zip", "application/zip"),
                Arguments.of("a.epub", BYTES, ZIP, "application/epub+zip", "application/epub+zip"),
                Arguments.of("a.mp3", BYTES, latin("ID3\u0004\u0000"), "audio/mpeg", "audio/mpeg"),
                Arguments.of("a.mp4", BYTES, latin("\0\0\0 ftypisom"), "video/mp4", "video/mp4"),
                Arguments.of("a.m4a", BYTES, latin("\0\0\0 ftypM4A "), "audio/mp4", "audio/mp4"),
                Arguments.of("a.txt", "text/plain", latin("%PDF-1.7\n"), "application/pdf", "application/pdf"),
                Arguments.of("a.pdf", "application/pdf", new byte[] {1, 2, 3}, BYTES, BYTES),
                Arguments.of("empty.txt", BYTES, new byte[0], BYTES, BYTES));
    }

    @ParameterizedTest(name = "{0} {3}")
    @MethodSource("types")
    void a_file_has_the_type_of_its_content_and_name(
            String name, String declared, byte[] content, String type, String served) {
        JsonNode file = FileSamples.send(
                        api, Map.of(), FileSamples.purpose("file"), FileSamples.file(name, declared, content))
                .expect(201)
                .json()
                .get("data");
        assertThat(file.get("type").textValue()).isEqualTo(type);
        String url = api.get("/v1/files/" + file.get("id").textValue() + "/download")
                .json()
                .at("/data/url")
                .textValue();
        String path = url.replaceFirst("^https?://[^/]+", "");
        Reply got = anyone.get(path).expect(200);
        assertThat(got.header("Content-Type")).isEqualTo(served);
        // HEAD does not read the file, so it does not know the charset.
        assertThat(anyone.send("HEAD", path, Map.of()).expect(200).header("Content-Type"))
                .isEqualTo(served.replace("; charset=utf-8", ""));
        assertThat(got.header("Content-Disposition")).startsWith("attachment;");
        assertThat(got.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void an_image_of_too_many_pixels_is_refused_with_the_reason() {
        FileSamples.upload(api, "image", "a.png", FileSamples.png(40_000, 1_000))
                .expect(201);
        Reply refused = FileSamples.upload(api, "image", "a.png", FileSamples.png(40_000, 1_001));
        assertThat(refused.problems()).containsExactly("file");
        assertThat(refused.body()).contains("at most 40000000 pixels; this image has 40000 x 1001");
        FileSamples.upload(api, "file", "a.png", FileSamples.png(40_000, 1_001)).expect(201);
    }

    static Stream<Arguments> images() {
        return Stream.of(
                Arguments.of("png", FileSamples.png(300, 200)),
                Arguments.of("gif", FileSamples.gif(300, 200)),
                Arguments.of("jpeg", FileSamples.jpeg(300, 200)),
                Arguments.of("webp", FileSamples.webp(300, 200)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("images")
    void an_image_that_is_cut_off_is_refused_and_one_with_more_behind_is_not(String kind, byte[] image) {
        FileSamples.upload(api, "image", "a." + kind, image).expect(201);
        FileSamples.upload(api, "image", "a." + kind, Arrays.copyOf(image, image.length + 100))
                .expect(201);
        for (int missing : new int[] {1, image.length / 4}) {
            Reply refused = FileSamples.upload(api, "image", "a." + kind, Arrays.copyOf(image, image.length - missing));
            assertThat(refused.problems()).as("%s without %s", kind, missing).containsExactly("file");
            assertThat(refused.body()).contains("truncated or damaged");
        }
    }

    @Test
    void an_image_with_a_damaged_header_is_refused() {
        byte[] png = FileSamples.png(300, 200);
        png[24] ^= 1;
        assertThat(FileSamples.upload(api, "image", "a.png", png).problems()).containsExactly("file");
    }
}
