package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** File names: which are accepted, which are rejected, and under which name a download is saved. */
class FileNameTest {
    private static final byte[] TEXT = "hello".getBytes(StandardCharsets.UTF_8);

    private final TestApi api = TestGateway.shared().seller().live();
    private final TestApi anyone = TestGateway.shared().api(null);

    private JsonNode upload(String name) {
        return FileSamples.upload(api, "file", name, TEXT).expect(201).json().get("data");
    }

    private String link(JsonNode file) {
        return api.get("/v1/files/" + file.get("id").textValue() + "/download")
                .expect(200)
                .json()
                .at("/data/url")
                .textValue()
                .replaceFirst("^https?://[^/]+", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "C:\\Users\\me\\Guide.pdf|Guide.pdf",
                "/home/me/Guide.pdf|Guide.pdf",
                "'  Guide.pdf \u00a0'|Guide.pdf",
                "my/|file",
                "''|file",
                "…|…",
                ".htaccess|.htaccess",
                "Überblick 😀.pdf|Überblick 😀.pdf",
                "کتاب\u200cها.pdf|کتاب\u200cها.pdf",
                "console.log|console.log"
            })
    void folders_and_surrounding_blanks_are_removed(String sent, String kept) {
        FileName name = FileName.of(sent);
        assertThat(name.problem()).isNull();
        assertThat(name.text()).isEqualTo(kept);
        assertThat(FileName.served(kept)).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".",
                "..",
                "a/..",
                " .. ",
                "photo\u202egpj.exe",
                "a\u2066b\u2069.txt",
                "a\u0000b.txt",
                "a\u0007.txt",
                "a\u0085b.txt",
                "a\u2028b.txt",
                "Gr\ufffdn.pdf",
                "CON",
                "nul.txt",
                "lpt1.tar.gz"
            })
    void what_deceives_or_cannot_be_saved_is_refused(String sent) {
        assertThat(FileName.of(sent).problem()).isNotNull();
    }

    @Test
    void a_long_name_keeps_its_extension() {
        String text = FileName.of("é".repeat(300) + ".pdf").text();
        assertThat(text).isEqualTo("é".repeat(196) + ".pdf");
        assertThat(FileName.of("x".repeat(300)).text()).isEqualTo("x".repeat(200));
        assertThat(FileName.of("x." + "y".repeat(300)).text()).hasSize(200);
    }

    @Test
    void a_refused_name_is_told_beside_what_else_is_wrong() {
        for (String name : List.of("..", "photo\u202egpj.exe", "con.txt")) {
            Reply refused = FileSamples.upload(api, "photo", name, TEXT);
            assertThat(refused.problems()).containsExactlyInAnyOrder("purpose", "file");
        }
        assertThat(api.get("/v1/files").total()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"My Guide.pdf", "a+b %41;=&,?#'!~.txt", "Überblick 😀.pdf", "say %22no%22.txt", "100%.csv", "..a"
            })
    void a_download_link_ends_with_the_name(String name) {
        JsonNode file = upload(name);
        String stored = file.get("name").textValue();
        String link = link(file);
        assertThat(link).contains("/" + FileName.encoded(stored) + "?expires=");
        Reply got = anyone.get(link).expect(200);
        assertThat(got.body()).isEqualTo("hello");
        String disposition = String.valueOf(got.header("Content-Disposition"));
        assertThat(disposition)
                .matches("attachment; filename=\"[ -~&&[^\"\\\\%]]+\"; filename\\*=UTF-8''[A-Za-z0-9._%-]+")
                .endsWith("''" + FileName.encoded(stored));
    }

    @Test
    void a_link_without_a_name_is_good_and_one_with_another_name_is_not() {
        JsonNode file = upload("My Guide.pdf");
        String link = link(file);
        anyone.get(link.replace("/My%20Guide.pdf", "")).expect(200);
        anyone.get(link.replace("My%20Guide.pdf", "Setup.exe")).expect(403);
        anyone.get(link.replaceFirst("\\?.*", "")).expect(404);
        anyone.get(link.replaceFirst("signature=.", "signature=%21")).expect(403);
    }

    /** Names that older versions accepted. */
    @Test
    void a_stored_name_that_would_be_refused_now_is_served_safely() {
        assertThat(FileName.served("photo\u202egpj.exe")).isEqualTo("photogpj.exe");
        assertThat(FileName.served("..")).isEqualTo("file");
        assertThat(FileName.served("\u202e")).isEqualTo("file");
        assertThat(FileName.disposition("a\"; filename=b\\%.exe"))
                .startsWith("attachment; filename=\"a_; filename=b__.exe\";");
    }
}
