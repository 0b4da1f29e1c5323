package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.product.Products;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Upload, download and deletion of files. */
class FileUploadTest {
    private static final int MAX = 10_000_000;
    private static final int LOG_MILLIS = 200;

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final TestApi anyone = TestGateway.shared().api(null);

    private static String id(Reply reply) {
        return reply.expect(201).json().at("/data/id").textValue();
    }

    /** Returns the path of a URL whose host the tests need not reach. */
    private static String path(JsonNode url) {
        return url.textValue().replaceFirst("^https?://[^/]+", "");
    }

    @Test
    void needs_a_key_and_a_form() {
        assertThat(FileSamples.upload(anyone, "image", "a.png", FileSamples.png(1, 1))
                        .status())
                .isEqualTo(401);
        api.post("/v1/files/upload", "{}").expect(415);
        api.send("POST", "/v1/files/upload", Map.of("Content-Type", "multipart/form-data"), "x")
                .expect(400);
        assertThat(FileSamples.send(api, Map.of(), FileSamples.purpose("photo")).problems())
                .containsExactlyInAnyOrder("purpose", "file");
        byte[] png = FileSamples.file("a.png", FileSamples.png(1, 1));
        assertThat(FileSamples.send(api, Map.of(), png).problems()).containsExactly("purpose");
        assertThat(FileSamples.send(api, Map.of(), FileSamples.purpose("image"), png, png)
                        .problems())
                .containsExactly("file");
        assertThat(FileSamples.send(
                                api,
                                Map.of(),
                                FileSamples.purpose("image"),
                                FileSamples.part("name=\"x\"", new byte[] {65}),
                                png)
                        .problems())
                .containsExactly("x");
        assertThat(api.get("/v1/files").total()).isZero();
    }

    @Test
    void what_is_no_form_with_a_file_is_refused() {
        byte[] noFile = FileSamples.part("name=\"file\"", new byte[] {65});
        Reply plain = FileSamples.send(api, Map.of(), FileSamples.purpose("file"), noFile);
        assertThat(plain.problems()).containsExactly("file");
        assertThat(plain.body()).contains("must be one part with a file name");
        byte[] form = FileSamples.form("file", "a", new byte[] {65});
        for (String type : List.of("multipart/form-data; boundary=", FileSamples.FORM + "; charset=none")) {
            api.send("POST", "/v1/files/upload", Map.of("Content-Type", type), form)
                    .expect(400);
        }
    }

    /** The file is rejected before the store reserves space for it. */
    @Test
    void a_form_that_is_refused_at_once_leaves_no_file_behind() throws Exception {
        byte[] mark = UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8);
        byte[][] parts = new byte[1_000][];
        Arrays.fill(parts, FileSamples.part("name=\"x\"; filename=\"x\"", new byte[] {65}));
        parts[0] = FileSamples.file("a", mark);
        for (int i = 0; i < 10; i++) {
            FileSamples.send(api, Map.of(), parts).expect(400);
        }
        TimeUnit.MILLISECONDS.sleep(LOG_MILLIS);
        assertThat(seller.settles(() -> holding(mark).isEmpty())).isTrue();
    }

    private static List<Path> holding(byte[] bytes) {
        List<Path> holding = new ArrayList<>();
        Path folder = Path.of(System.getProperty("java.io.tmpdir"));
        try (DirectoryStream<Path> left = java.nio.file.Files.newDirectoryStream(folder, "tollgate-*.upload")) {
            for (Path one : left) {
                if (holds(one, bytes)) {
                    holding.add(one);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return holding;
    }

    /** Other tests have files in the same store. */
    private static boolean holds(Path file, byte[] bytes) throws IOException {
        try {
            return Arrays.equals(java.nio.file.Files.readAllBytes(file), bytes);
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    @Test
    void a_file_has_at_most_ten_million_bytes() {
        byte[] most = new byte[MAX];
        Reply right = FileSamples.upload(api, "file", "most.bin", most).expect(201);
        assertThat(right.json().at("/data/size").asInt()).isEqualTo(MAX);
        FileSamples.upload(api, "file", "more.bin", new byte[MAX + 1]).expect(413);
        FileSamples.upload(api, "file", "more.bin", new byte[MAX + 100_000]).expect(413);
        byte[] form = FileSamples.join(FileSamples.purpose("file"), FileSamples.file("a", new byte[MAX + 100_000]));
        Map<String, String> type = Map.of("Content-Type", "multipart/form-data; boundary=xXboundaryXx");
        // Without a Content-Length.
        api.send(
                        "POST",
                        "/v1/files/upload",
                        type,
                        BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(form)))
                .expect(413);
    }

    static Stream<Arguments> images() {
        return Stream.of(
                Arguments.of("image/png", FileSamples.png(640, 480)),
                Arguments.of("image/gif", FileSamples.gif(640, 480)),
                Arguments.of("image/jpeg", FileSamples.jpeg(640, 480)),
                Arguments.of("image/webp", FileSamples.webp(640, 480)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("images")
    void an_image_is_what_its_content_says_and_is_for_everyone(String type, byte[] content) {
        Reply made = FileSamples.upload(api, "image", "../../<b>.html", content).expect(201);
        JsonNode file = made.json().get("data");
        assertThat(file.get("type").textValue()).isEqualTo(type);
        assertThat(file.get("width").asInt()).isEqualTo(640);
        assertThat(file.get("height").asInt()).isEqualTo(480);
        assertThat(file.get("name").textValue()).isEqualTo("<b>.html");
        assertThat(api.get("/v1/files/" + id(made)).expect(200).json()).isEqualTo(made.json());
        Reply shown = anyone.get(path(file.get("location"))).expect(200);
        assertThat(shown.header("Content-Type")).isEqualTo(type);
        assertThat(shown.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(shown.header("Content-Security-Policy")).contains("sandbox");
    }

    @Test
    void what_is_not_a_picture_is_no_image() {
        for (byte[] wrong : new byte[][] {
            "<svg onload=alert(1)>".getBytes(StandardCharsets.UTF_8),
            FileSamples.png(0, 5),
            FileSamples.bytes("ffd8ffe0"),
            FileSamples.bytes("ffd8ffe0ffff"),
            new byte[0]
        }) {
            FileSamples.upload(api, "image", "a.png", wrong).expect(415);
        }
    }

    @Test
    void other_files_are_served_through_signed_links_for_saving_only() {
        byte[] page = "<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8);
        Reply made = FileSamples.upload(api, "file", "Überblick.html", page).expect(201);
        assertThat(made.json().at("/data/type").textValue()).isEqualTo("text/html");
        String plain = path(made.json().at("/data/location"));
        anyone.get(plain).expect(404);
        Reply link = api.get("/v1/files/" + id(made) + "/download").expect(200);
        assertThat(link.json().at("/data/expiresIn").asInt()).isEqualTo(300);
        String signed = path(link.json().at("/data/url"));
        Reply got = anyone.get(signed).expect(200);
        assertThat(got.body()).isEqualTo(new String(page, StandardCharsets.UTF_8));
        assertThat(got.header("Content-Type")).isEqualTo("application/octet-stream");
        assertThat(got.header("Content-Disposition")).startsWith("attachment").contains("%C3%9Cberblick.html");
        anyone.get(signed.replaceFirst("signature=.", "signature=%21")).expect(403);
        String other = id(FileSamples.upload(api, "file", "b", page));
        anyone.get(signed.replace(id(made), other)).expect(403);
        TestGateway.shared()
                .seller()
                .live()
                .get("/v1/files/" + id(made) + "/download")
                .expect(404);
        api.get("/v1/files/x/download?a=1").problems();
    }

    /** The response for an existing file differs from that for a missing one only in links and request id. */
    @Test
    void whoever_has_no_link_learns_of_no_file() {
        Reply made = FileSamples.upload(api, "file", "a", new byte[] {1});
        String there = path(made.json().at("/data/location"));
        String absent = there.replace(id(made), "0".repeat(24));
        for (String link : List.of("", "?expires=1&signature=x", "?signature=x", "?expires=9999999999", "?x=1")) {
            Reply one = anyone.get(there + link);
            Reply other = anyone.get(absent + link);
            assertThat(one.status()).as(link).isEqualTo(link.isEmpty() ? 404 : 403);
            assertThat(other.status()).as(link).isEqualTo(one.status());
            assertThat(other.json().get("message")).isEqualTo(one.json().get("message"));
            assertThat(other.json().get("code")).isEqualTo(one.json().get("code"));
        }
    }

    /** The announced length has arrived, so the server has nothing to wait for. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3_000_000})
    @Timeout(60)
    void a_form_that_ends_too_soon_is_refused_at_once(int size) {
        byte[] cut = FileSamples.join(FileSamples.purpose("file"), FileSamples.file("a", new byte[size]));
        Reply refused = api.send("POST", "/v1/files/upload", Map.of("Content-Type", FileSamples.FORM), cut);
        assertThat(refused.expect(400).json().get("message").textValue()).contains("before its last boundary");
        assertThat(api.get("/v1/files").total()).isZero();
    }

    @Test
    void a_retry_has_no_second_effect() {
        Map<String, String> key = Map.of("Idempotency-Key", "once");
        byte[] purpose = FileSamples.purpose("file");
        Reply first = FileSamples.send(api, key, purpose, FileSamples.file("a", new byte[] {1}));
        Reply again = FileSamples.send(api, key, purpose, FileSamples.file("a", new byte[] {1}));
        assertThat(again.expect(201).body()).isEqualTo(first.expect(201).body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        FileSamples.send(api, key, purpose, FileSamples.file("a", new byte[] {2}))
                .expect(422);
        assertThat(api.get("/v1/files").total()).isEqualTo(1);
    }

    @Test
    void is_deleted_once_nothing_has_it() {
        JsonNode image = FileSamples.upload(api, "image", "a.png", FileSamples.png(1, 1))
                .expect(201)
                .json()
                .get("data");
        String path = "/v1/files/" + image.get("id").textValue();
        TestGateway.shared().seller().live().send("DELETE", path, Map.of()).expect(404);
        String product = seller.create(Products.RESOURCE, true, record -> record.put("role", "orderbump"))
                .get("id")
                .textValue();
        api.patch("/v1/products/" + product, "{\"imageIds\":[" + image.get("id") + "]}")
                .expect(200);
        Reply attached = api.send("DELETE", path, Map.of()).expect(409);
        assertThat(attached.json().get("code").textValue()).isEqualTo("file_attached");
        api.patch("/v1/products/" + product, "{\"imageIds\":[]}").expect(200);
        api.send("DELETE", path, Map.of()).expect(200);
        api.send("DELETE", path, Map.of()).expect(404);
        anyone.get(path(image.get("location"))).expect(404);
    }

    @Test
    void a_refusal_that_is_kept_takes_no_bytes_away() {
        JsonNode image = FileSamples.upload(api, "image", "a.png", FileSamples.png(1, 1))
                .expect(201)
                .json()
                .get("data");
        seller.create(
                Products.RESOURCE,
                true,
                record -> record.putArray("images").addObject().set("fileId", image.get("id")));
        String path = "/v1/files/" + image.get("id").textValue();
        api.send("DELETE", path, Map.of("Idempotency-Key", "while-attached")).expect(409);
        api.send("DELETE", path, Map.of("Idempotency-Key", "while-attached")).expect(409);
        anyone.get(path(image.get("location"))).expect(200);
    }

    @Test
    void a_file_whose_bytes_are_gone_is_not_found() {
        JsonNode file = seller.create(
                Files.RESOURCE, true, record -> record.put("purpose", "image").put("type", "image/png"));
        anyone.get("/files/" + seller.id() + "/" + file.get("id").textValue()).expect(404);
        anyone.get("/files/" + seller.id() + "/" + "0".repeat(24)).expect(404);
        anyone.get("/files/" + file.get("id").textValue()).expect(404);
        anyone.get("/files/..%2f..%2fetc/passwd").expect(404);
    }
}
