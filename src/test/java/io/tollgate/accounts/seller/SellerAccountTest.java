package io.tollgate.accounts.seller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.pdf.LogoSamples;
import io.tollgate.support.Parallel;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The account of a key, and its settings. */
class SellerAccountTest {
    private static final String PATH = "/v1/account";
    private static final String UNKNOWN = "One or more file IDs not found or not owned by your account";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private static String upload(TestApi api, String purpose, byte[] content) {
        return FileSamples.upload(api, purpose, "logo", content)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private static String body(String fileId) {
        return "{\"logoFileId\":\"" + fileId + "\"}";
    }

    private JsonNode logo() {
        return api.get(PATH).expect(200).json().get("logo");
    }

    private static String refusal(Reply reply) {
        assertThat(reply.problems()).containsExactly("logoFileId");
        return reply.json().at("/errors/0/message").textValue();
    }

    @Test
    void tells_whose_key_it_is() {
        TestGateway.shared().api(null).get(PATH).expect(401);
        String body = api.get(PATH).expect(200).body();
        JsonNode account = seller.test().get("/v1/account/").expect(200).json();
        assertThat(account.toString()).isEqualTo(body);
        assertThat(account.get("id").textValue()).isEqualTo(seller.id());
        assertThat(account.get("name").textValue()).startsWith("seller-");
        assertThat(account.get("displayName").isTextual()).isTrue();
        assertThat(account.get("logo").isNull()).isTrue();
        assertThat(account.fieldNames())
                .toIterable()
                .containsExactly(
                        "id",
                        "name",
                        "displayName",
                        "logo",
                        "email",
                        "address",
                        "taxId",
                        "locale",
                        "timezone",
                        "accentColor",
                        "customersCanCancelSubscriptions",
                        "saveCustomerContactDetails",
                        "sendReminderEmails",
                        "testKeysChangeLive",
                        "storage");
        assertThat(account.at("/storage/used").longValue()).isZero();
        assertThat(account.at("/storage/quota").longValue()).isEqualTo(5_000_000_000L);
    }

    @Test
    void takes_no_parameters() {
        assertThat(api.get("/v1/account?livemode=true").problems()).containsExactly("livemode");
        assertThat(api.patch("/v1/account?livemode=true", "{\"logoFileId\":null}")
                        .problems())
                .containsExactly("livemode");
    }

    @Test
    void a_logo_is_set_and_taken_off_with_a_key_of_either_mode() {
        TestGateway.shared().api(null).patch(PATH, "{\"logoFileId\":null}").expect(401);
        String file = upload(api, "image", LogoSamples.wide());
        Reply set = api.patch(PATH, body(file)).expect(200);
        assertThat(set.json().at("/logo/fileId").textValue()).isEqualTo(file);
        String url = set.json().at("/logo/url").textValue();
        TestGateway.shared()
                .api(null)
                .get(url.replaceFirst("^https?://[^/]+", ""))
                .expect(200);
        Reply read = seller.test().get(PATH).expect(200);
        assertThat(read.body()).isEqualTo(set.body());
        assertThat(read.header("ETag")).isEqualTo(set.header("ETag"));
        assertThat(seller.test()
                        .patch(PATH, "{\"logoFileId\":null}")
                        .expect(200)
                        .json()
                        .get("logo")
                        .isNull())
                .isTrue();
        assertThat(logo().isNull()).isTrue();
        JsonNode trail = api.get("/v1/audit-log?recordId=" + seller.id()).json();
        assertThat(trail.at("/data/0/changes/0/after/fileId").textValue()).isEqualTo(file);
        assertThat(trail.get("total").intValue()).isEqualTo(1);
        assertThat(seller.test().get("/v1/audit-log?recordId=" + seller.id()).total())
                .isEqualTo(1);
        api.patch(PATH, "{\"logoFileId\":null}").expect(200);
        assertThat(api.get("/v1/audit-log?recordId=" + seller.id()).total())
                .as("nothing changed")
                .isEqualTo(1);
    }

    @Test
    void what_is_no_logo_is_named() {
        assertThat(api.patch(PATH, "{}").problems()).containsExactly("body");
        assertThat(api.patch(PATH, "{\"logo\":null}").problems()).containsExactly("logo");
        assertThat(refusal(api.patch(PATH, body("no-id")))).contains("24");
        assertThat(refusal(api.patch(PATH, body("0".repeat(24))))).isEqualTo(UNKNOWN);
        String others = upload(TestGateway.shared().seller().live(), "image", LogoSamples.wide());
        assertThat(refusal(api.patch(PATH, body(others)))).isEqualTo(UNKNOWN);
        assertThat(refusal(api.patch(PATH, body(upload(api, "file", LogoSamples.wide())))))
                .contains("purpose image");
        assertThat(refusal(api.patch(PATH, body(upload(api, "image", FileSamples.gif(10, 10))))))
                .isEqualTo("must be a PNG or a JPEG");
        assertThat(refusal(api.patch(PATH, body(upload(api, "image", FileSamples.png(6_000, 5_000))))))
                .isEqualTo("must have at most 25,000,000 pixels");
        assertThat(refusal(api.patch(PATH, body(upload(api, "image", FileSamples.png(2_000, 1_000))))))
                .as("its pixels are missing")
                .startsWith("cannot be rendered");
        assertThat(refusal(api.patch(PATH, body(upload(api, "image", LogoSamples.empty())))))
                .startsWith("cannot be rendered");
        assertThat(logo().isNull()).isTrue();
    }

    @Test
    void a_change_of_another_state_is_refused_and_a_retry_has_no_second_effect() {
        String old = String.valueOf(api.get(PATH).header("ETag"));
        String file = upload(api, "image", LogoSamples.wide());
        Reply first = api.writeWithRetries("PATCH", PATH, "once", body(file)).expect(200);
        Reply again = api.writeWithRetries("PATCH", PATH, "once", body(file)).expect(200);
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(again.body()).isEqualTo(first.body());
        Map<String, String> stale = Map.of("Content-Type", "application/json", "If-Match", old);
        api.send("PATCH", PATH, stale, "{\"logoFileId\":null}").expect(412);
        assertThat(logo().get("fileId").textValue()).isEqualTo(file);
        Map<String, String> right =
                Map.of("Content-Type", "application/json", "If-Match", String.valueOf(first.header("ETag")));
        api.send("PATCH", PATH, right, "{\"logoFileId\":null}").expect(200);
    }

    @Test
    void a_logo_is_not_deleted() {
        String file = upload(api, "image", LogoSamples.wide());
        api.patch(PATH, body(file)).expect(200);
        Reply kept = api.send("DELETE", "/v1/files/" + file, Map.of()).expect(409);
        assertThat(kept.json().get("code").textValue()).isEqualTo("file_attached");
        api.patch(PATH, "{\"logoFileId\":null}").expect(200);
        api.send("DELETE", "/v1/files/" + file, Map.of()).expect(200);
        assertThat(refusal(api.patch(PATH, body(file)))).isEqualTo(UNKNOWN);
    }

    /** In either order: the logo is set, or the file is deleted and was never the logo. */
    @Test
    void setting_and_deleting_at_once_never_leave_a_logo_without_its_file() {
        for (int round = 0; round < 8; round++) {
            String file = upload(api, "image", LogoSamples.tiny());
            List<Integer> statuses = Parallel.times(
                            2,
                            i -> i == 0
                                    ? api.patch(PATH, body(file))
                                    : api.send("DELETE", "/v1/files/" + file, Map.of()))
                    .stream()
                    .map(Reply::status)
                    .toList();
            Set<List<Integer>> allowed = new HashSet<>(List.of(List.of(200, 409), List.of(400, 200)));
            assertThat(allowed).contains(statuses);
            assertThat(logo().isNull()).isEqualTo(statuses.get(1) == 200);
            api.patch(PATH, "{\"logoFileId\":null}").expect(200);
        }
    }
}
