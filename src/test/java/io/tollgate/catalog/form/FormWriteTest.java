package io.tollgate.catalog.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.Files;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** POST, PATCH and DELETE of forms, as far as they differ from other pages. */
class FormWriteTest {
    private static final String FORMS = "/v1/forms";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private static String file(TestSeller of) {
        return of.create(Files.RESOURCE, true, file -> file.put("purpose", "file"))
                .get("id")
                .textValue();
    }

    private JsonNode create(String json) {
        return api.post(FORMS, json).expect(201).json().get("data");
    }

    private Reply change(JsonNode form, String json) {
        return api.patch(FORMS + "/" + form.get("id").textValue(), json);
    }

    @Test
    void need_a_key_of_the_seller() {
        JsonNode form = create("{\"name\":\"A\"}");
        String path = FORMS + "/" + form.get("id").textValue();
        TestApi nobody = TestGateway.shared().api(null);
        nobody.post(FORMS, "{\"name\":\"A\"}").expect(401);
        nobody.patch(path, "{\"title\":\"T\"}").expect(401);
        nobody.send("DELETE", path, Map.of()).expect(401);
        TestApi stranger = TestGateway.shared().seller().live();
        stranger.patch(path, "{\"title\":\"T\"}").expect(404);
        stranger.send("DELETE", path, Map.of()).expect(404);
        seller.test().patch(path, "{\"title\":\"T\"}").expect(403);
        assertThat(api.post(FORMS, "{\"name\":\"A\",\"fees\":[],\"files\":[],\"submissionCount\":1}")
                        .problems())
                .containsExactlyInAnyOrder("fees", "files", "submissionCount");
        assertThat(change(form, "{\"fields\":[],\"submissionCount\":0}").problems())
                .containsExactlyInAnyOrder("fields", "submissionCount");
    }

    @Test
    void files_must_be_the_sellers_own() {
        String own = file(seller);
        String theirs = file(TestGateway.shared().seller());
        JsonNode form = create("{\"name\":\"A\",\"fileIds\":[\"" + own + "\"]}");
        assertThat(form.at("/files/0/id").textValue()).isEqualTo(own);
        Reply refused = change(form, "{\"fileIds\":[\"" + own + "\",\"" + theirs + "\"]}");
        assertThat(refused.problems()).containsExactly("fileIds[1]");
        JsonNode kept = change(form, "{\"title\":\"T\"}").expect(200).json().get("data");
        assertThat(kept.get("files")).isEqualTo(form.get("files"));
        JsonNode none = change(form, "{\"fileIds\":[]}").expect(200).json().get("data");
        assertThat(none.get("files").isEmpty()).isTrue();
        String changes = "/v1/audit-log?route=" + TestApi.encoded("PATCH /v1/forms/{pageId}");
        JsonNode entries = api.get(changes).expect(200).json().get("data");
        assertThat(entries.findValuesAsText("field")).containsExactlyInAnyOrder("title", "files");
        assertThat(entries.findValues("before")).contains(form.get("files"));
    }

    @Test
    void a_limit_says_since_when() {
        JsonNode form = create("{\"name\":\"A\"}");
        String on = "{\"formDetails\":{\"limitSubmissions\":{\"enabled\":true}}}";
        JsonNode limited = change(form, on).expect(200).json().get("data");
        assertThat(limited.at("/formDetails/limitSubmissions/enabledAt")).isEqualTo(limited.get("updatedAt"));
        JsonNode still = change(form, on.replaceFirst("\\{", "{\"title\":\"T\","))
                .expect(200)
                .json()
                .get("data");
        assertThat(still.at("/formDetails")).isEqualTo(limited.at("/formDetails"));
        JsonNode off =
                change(form, on.replace("true", "false")).expect(200).json().get("data");
        assertThat(off.at("/formDetails/limitSubmissions/enabledAt").isNull()).isTrue();
    }

    /** Forms are stored without empty fields, which are returned as null. */
    @Test
    void what_is_read_and_sent_back_changes_nothing() {
        String id = seller.create(
                        Forms.RESOURCE,
                        true,
                        form -> form.putObject("formDetails")
                                .putObject("limitSubmissions")
                                .put("enabled", false))
                .get("id")
                .textValue();
        JsonNode read = api.get(FORMS + "/" + id).expect(200).json().get("data");
        assertThat(read.at("/formDetails/limitSubmissions").has("enabledAt")).isTrue();
        JsonNode sent = change(read, "{\"formDetails\":" + read.get("formDetails") + "}")
                .expect(200)
                .json()
                .get("data");
        assertThat(sent).isEqualTo(read);
        assertThat(api.get("/v1/audit-log?recordId=" + id).json().get("total").intValue())
                .isZero();
    }

    @Test
    void archiving_keeps_the_form_and_its_slug() {
        JsonNode form = create("{\"name\":\"Poll\",\"fileIds\":[\"" + file(seller) + "\"]}");
        String path = FORMS + "/" + form.get("id").textValue();
        Map<String, String> key = Map.of("Idempotency-Key", "archive");
        Reply archived = api.send("DELETE", path, key).expect(200);
        assertThat(archived.json().at("/data/status").textValue()).isEqualTo("archived");
        assertThat(archived.json().at("/data/files")).isEqualTo(form.get("files"));
        assertThat(api.send("DELETE", path, key).body()).isEqualTo(archived.body());
        assertThat(create("{\"name\":\"Poll\"}").get("slug").textValue()).isEqualTo("poll-2");
        assertThat(api.get(FORMS + "?status=archived").ids())
                .containsExactly(form.get("id").textValue());
    }
}
