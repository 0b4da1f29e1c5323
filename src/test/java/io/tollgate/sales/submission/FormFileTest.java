package io.tollgate.sales.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files that visitors upload with a form. */
class FormFileTest {
    private static final byte[] PDF = "%PDF-1.7 curriculum".getBytes(StandardCharsets.UTF_8);
    private static final String WITH_FILES = """
            {'name': 'Application', 'locale': 'en-US', 'fields': [
              {'label': 'CV', 'element': 'file', 'required': true},
              {'label': 'Photos', 'element': 'file', 'maxValue': {'enabled': true, 'value': '2'}},
              {'label': 'Motto', 'required': true}]}
            """;

    private final TestShop shop = TestShop.open();
    private final Shelf shelf = shop.form(WITH_FILES);
    private final Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");

    private String input(int field) {
        return "fields." + shelf.record().get("fields").get(field).get("id").textValue();
    }

    private String cv() {
        return input(2);
    }

    private String photos() {
        return input(3);
    }

    private Map<String, String> filled() {
        Map<String, String> form = new HashMap<>(ada.form(ada.get(shelf.path())));
        form.remove(cv());
        form.remove(photos());
        form.put(input(4), "Onwards");
        return form;
    }

    private static FormFile file(String input, String name, byte[] content) {
        return new FormFile(input, name, "application/octet-stream", content);
    }

    private JsonNode submission() {
        JsonNode all =
                shop.seller().live().get("/v1/submissions").expect(200).json().get("data");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static HttpResponse<byte[]> fetch(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    @Test
    void sellerDownloadsWhatTheVisitorUploaded() throws Exception {
        assertThat(ada.get(shelf.path()).html()).contains("multipart/form-data", "type=\"file\"");
        Shown sent = ada.postFiles(shelf.path(), filled(), List.of(file(cv(), "Lebenslauf é.pdf", PDF)));
        ada.get(sent.expect(303).path()).expect(200);
        JsonNode answer = submission().get("fields").get(2);
        assertThat(answer.get("value").textValue()).isEqualTo("Lebenslauf é.pdf");
        assertThat(answer.get("element").textValue()).isEqualTo("file");
        JsonNode file = answer.at("/meta/files/0");
        assertThat(file.get("size").intValue()).isEqualTo(PDF.length);
        assertThat(file.get("type").textValue()).isEqualTo("application/pdf");
        String id = file.get("id").textValue();
        JsonNode record =
                shop.seller().live().get("/v1/files/" + id).expect(200).json().get("data");
        assertThat(record.get("purpose").textValue()).isEqualTo("file");
        assertThat(fetch(record.get("location").textValue()).statusCode())
                .as("the file is private")
                .isEqualTo(404);
        String url = shop.seller()
                .live()
                .get("/v1/files/" + id + "/download")
                .expect(200)
                .json()
                .at("/data/url")
                .textValue();
        HttpResponse<byte[]> download = fetch(url);
        assertThat(download.body()).isEqualTo(PDF);
        assertThat(download.headers().firstValue("Content-Disposition").orElse(""))
                .startsWith("attachment");
        assertThat(download.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        TestShop.open().seller().live().get("/v1/files/" + id + "/download").expect(404);
    }

    /** Files have no mode, submissions have: the bytes of a live one are beyond a test key, whatever the form is. */
    @Test
    void testKeyCannotDeleteFilesOfLiveSubmissions() {
        ada.postFiles(shelf.path(), filled(), List.of(file(cv(), "cv.pdf", PDF)))
                .expect(303);
        String path =
                "/v1/files/" + submission().at("/fields/2/meta/files/0/id").textValue();
        for (String status : List.of("published", "draft", "archived")) {
            shop.seller()
                    .live()
                    .patch("/v1/forms/" + shelf.id(), "{\"status\": \"" + status + "\"}")
                    .expect(200);
            JsonNode refusal = shop.seller()
                    .test()
                    .send("DELETE", path, Map.of())
                    .expect(403)
                    .json();
            assertThat(refusal.get("code").textValue()).isEqualTo("live_catalog");
            assertThat(refusal.get("message").textValue()).contains("\"Application\"");
        }
        shop.seller().live().get(path + "/download").expect(200);
        shop.seller().live().send("DELETE", path, Map.of()).expect(200);
    }

    @Test
    void testKeyDeletesFilesOfTestSubmissions() {
        shop.seller()
                .live()
                .patch("/v1/forms/" + shelf.id(), "{\"testmode\": true}")
                .expect(200);
        ada.postFiles(shelf.path(), filled(), List.of(file(cv(), "cv.pdf", PDF)))
                .expect(303);
        String id = shop.seller()
                .test()
                .get("/v1/submissions")
                .json()
                .at("/data/0/fields/2/meta/files/0/id")
                .textValue();
        shop.seller().test().send("DELETE", "/v1/files/" + id, Map.of()).expect(200);
    }

    @Test
    void formWithErrorsKeepsItsFiles() {
        Map<String, String> form = filled();
        form.put(input(4), "");
        Shown again = ada.postFiles(shelf.path(), form, List.of(file(cv(), "cv.pdf", PDF)))
                .expect(422);
        assertThat(again.html()).contains("Motto – This is required.", "cv.pdf (1");
        Map<String, String> corrected = new HashMap<>(ada.formAgain(again));
        corrected.put(input(4), "Onwards");
        corrected.remove(cv());
        assertThat(corrected.get("form")).isEqualTo(form.get("form"));
        ada.post(shelf.path(), corrected).expect(303);
        assertThat(submission().at("/fields/2/meta/files/0/name").textValue()).isEqualTo("cv.pdf");
    }

    /** An upload becomes part of one submission: the form that is sent again with other answers asks for its files. */
    @Test
    void otherAnswersNeedTheirFilesAgain() {
        Map<String, String> form = filled();
        form.put(input(4), "");
        Shown again = ada.postFiles(shelf.path(), form, List.of(file(cv(), "cv.pdf", PDF)))
                .expect(422);
        Map<String, String> corrected = new HashMap<>(ada.formAgain(again));
        corrected.put(input(4), "Onwards");
        String first = ada.post(shelf.path(), corrected).expect(303).path();
        assertThat(ada.post(shelf.path(), corrected).expect(303).path()).isEqualTo(first);
        corrected.put(input(4), "Upwards");
        Shown asked = ada.post(shelf.path(), corrected).expect(409);
        assertThat(asked.html())
                .contains("Nothing was sent: please send it again", "value=\"Upwards\"")
                .doesNotContain("cv.pdf");
        submission();
        Map<String, String> next = new HashMap<>(ada.formAgain(asked));
        ada.postFiles(shelf.path(), next, List.of(file(cv(), "cv.pdf", PDF))).expect(303);
        assertThat(shop.seller().live().get("/v1/submissions").total()).isEqualTo(2);
        assertThat(shop.seller().live().get("/v1/files").total()).isEqualTo(2);
    }

    @Test
    void uploadOfAnotherFormIsNotAccepted() {
        Map<String, String> form = filled();
        form.put(input(4), "");
        Shown again = ada.postFiles(shelf.path(), form, List.of(file(cv(), "cv.pdf", PDF)))
                .expect(422);
        String upload = "uploads." + cv().substring(7);
        String token = ada.formAgain(again).get(upload);
        Buyer eve = new Buyer(shop.gateway().url(), "eve@example.com");
        Map<String, String> foreign = new HashMap<>(eve.form(eve.get(shelf.path())));
        foreign.put(input(4), "Mine");
        foreign.put(upload, token);
        assertThat(eve.post(shelf.path(), foreign).expect(422).html()).contains("CV – This is required.");
        Map<String, String> moved = new HashMap<>(ada.formAgain(again));
        moved.put(input(4), "Onwards");
        moved.remove(upload);
        moved.put("uploads." + photos().substring(7), token);
        assertThat(ada.post(shelf.path(), moved).expect(422).html()).contains("CV – This is required.");
    }

    @Test
    void limitsAreNamedAtTheField() {
        byte[] large = new byte[10_000_001];
        assertThat(ada.postFiles(shelf.path(), filled(), List.of(file(cv(), "large.bin", large)))
                        .expect(422)
                        .html())
                .contains("A file can have at most 10", "value=\"Onwards\"");
        List<FormFile> three = List.of(
                file(cv(), "cv.pdf", PDF),
                file(photos(), "1.png", PDF),
                file(photos(), "2.png", PDF),
                file(photos(), "3.png", PDF));
        assertThat(ada.postFiles(shelf.path(), filled(), three).expect(422).html())
                .contains("Photos – Choose at most 2 files.");
        assertThat(ada.postFiles(shelf.path(), filled(), List.of(file(cv(), "con.pdf", PDF)))
                        .expect(422)
                        .html())
                .contains("The name of a file is not allowed");
        byte[] nine = new byte[9_000_000];
        List<FormFile> total =
                List.of(file(cv(), "1.bin", nine), file(photos(), "2.bin", nine), file(photos(), "3.bin", nine));
        assertThat(ada.postFiles(shelf.path(), filled(), total).expect(422).html())
                .contains("at most 25", "1.bin (9");
        assertThat(shop.seller().live().get("/v1/files").total()).isZero();
    }

    @Test
    void emptyInputIsNoFile() {
        assertThat(ada.postFiles(shelf.path(), filled(), List.of(file(cv(), "", new byte[0])))
                        .expect(422)
                        .html())
                .contains("CV – This is required.");
    }

    @Test
    void formsWithoutFileFieldsTakeNoMultipart() {
        Shelf plain = shop.form("{'name': 'News'}");
        Map<String, String> form = ada.form(ada.get(plain.path()));
        assertThat(ada.postFiles(plain.path(), form, List.of()).status()).isEqualTo(415);
        Shelf product = shop.product(1_900);
        assertThat(ada.postFiles(product.path(), ada.form(ada.get(product.path())), List.of())
                        .status())
                .isEqualTo(415);
    }

    @Test
    void replayedFormWithFilesIsOneSubmission() {
        Map<String, String> form = filled();
        List<FormFile> files = List.of(file(cv(), "cv.pdf", PDF));
        String path = ada.postFiles(shelf.path(), form, files).expect(303).path();
        assertThat(ada.postFiles(shelf.path(), form, files).expect(303).path()).isEqualTo(path);
        submission();
        assertThat(shop.seller().live().get("/v1/files").total()).isEqualTo(1);
    }

    @Test
    void filesOfTheFormAreOfferedAfterwards() throws Exception {
        byte[] guide = "Read me".getBytes(StandardCharsets.UTF_8);
        String id = FileSamples.upload(shop.seller().live(), "file", "guide.txt", guide)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        Shelf gift = shop.form("{'name': 'Guide', 'fileIds': ['" + id + "']}");
        String path = ada.order(gift.path()).expect(303).path();
        assertThat(ada.get(path).html()).contains("guide.txt");
        String link = ada.get(path + "/files/" + id).expect(303).path();
        assertThat(fetch(link).body()).asString(StandardCharsets.UTF_8).isEqualTo("Read me");
        ada.get(path + "/files/" + "f".repeat(24)).expect(404);
    }

    @Test
    void numberOfFilesIsBounded() {
        var api = shop.seller().live();
        String field = "{\"label\": \"CV\", \"element\": \"file\"}";
        api.post("/v1/forms/" + shelf.id() + "/fields", field).expect(201);
        String bounds =
                "{\"label\": \"CV\", \"element\": \"file\", \"maxValue\": {\"enabled\": true, \"value\": \"11\"}}";
        assertThat(api.post("/v1/forms/" + shelf.id() + "/fields", bounds)
                        .expect(400)
                        .body())
                .contains("maxValue.value", "from 1 to 10");
    }
}
