package io.tollgate.accounts.member;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.event.Events;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Inviting, changing and removing members over the API. */
class MemberRoutesTest {
    private static final String ALL = "/v1/members";

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();
    private final TestApi live = seller.live();

    private String address(String name) {
        return name + "@" + seller.name() + ".example";
    }

    private String body(String name, String role) {
        return "{\"email\": \"" + address(name) + "\", \"role\": \"" + role + "\"}";
    }

    private JsonNode invite(String name, String role) {
        return live.post(ALL, body(name, role)).expect(201).json().get("data");
    }

    private static String url(JsonNode member) {
        return ALL + "/" + member.get("id").textValue();
    }

    private static TestApi.Reply delete(TestApi api, String path) {
        return api.send("DELETE", path, Map.of());
    }

    private static String code(TestApi.Reply reply) {
        return reply.json().at("/code").asText();
    }

    private TestApi key(String body) {
        JsonNode key = live.post("/v1/api-keys", body).expect(201).json().get("data");
        return gateway.api(key.get("key").textValue());
    }

    private long count(String table) {
        return TestSeller.rows(
                        "SELECT count(*) FROM " + table + " WHERE "
                                + (table.equals("member_link") ? "invited_by" : "seller_id") + " = $1",
                        seller.id())
                .iterator()
                .next()
                .getLong(0);
    }

    private String owner() {
        String id = invite("owner", "manager").get("id").textValue();
        TestSeller.rows(
                "UPDATE member SET role = 'owner', document = jsonb_set(document, '{role}', '\"owner\"')"
                        + " WHERE seller_id = $1 AND id = $2",
                seller.id(),
                id);
        return ALL + "/" + id;
    }

    @Test
    void invitesAMemberWithAMessage() {
        JsonNode member = live.post(
                        ALL, "{\"email\": \" " + address("ERIKA") + "\", \"name\": \"Erika\", \"role\": \"support\"}")
                .expect(201)
                .json()
                .get("data");
        assertThat(member.get("email").textValue()).isEqualTo(address("erika"));
        assertThat(member.get("lastSeenAt").isNull()).isTrue();
        assertThat(member.get("invitationExpiresAt").isNull()).isFalse();
        assertThat(live.get(url(member)).expect(200).json().get("data")).isEqualTo(member);
        String html = new OutboxReader(new TestShop(gateway, seller))
                .message(address("erika"), MailPurpose.MEMBER_INVITATION)
                .html();
        assertThat(html).contains("/dashboard/-/sign-in/", "7 days");
        assertThat(live.get("/v1/audit-log?recordId=" + member.get("id").textValue())
                        .json()
                        .findValuesAsText("route"))
                .containsExactly("POST /v1/members");
    }

    @Test
    void listsMembersByPageAndRole() {
        List<String> ids = List.of("a", "b", "c").stream()
                .map(name -> invite(name, name.equals("b") ? "door" : "finance")
                        .get("id")
                        .textValue())
                .toList();
        TestApi.Reply first = live.get(ALL + "?limit=2").expect(200);
        assertThat(first.ids()).containsExactly(ids.get(2), ids.get(1));
        assertThat(first.total()).isEqualTo(3);
        assertThat(live.get(ALL + "?limit=2&starting_after=" + ids.get(1)).ids())
                .containsExactly(ids.get(0));
        assertThat(live.get(ALL + "?role=door").ids()).containsExactly(ids.get(1));
        assertThat(live.send("GET", ALL, Map.of("Accept", "text/csv"))
                        .expect(200)
                        .body())
                .contains(address("a"), "finance");
    }

    @Test
    void namesEachWrongParameter() {
        assertThat(live.post(ALL, "{\"email\": \"x\", \"role\": \"owner\", \"pages\": [\"1\"]}")
                        .expect(400)
                        .problems())
                .containsExactlyInAnyOrder("email", "role", "pages[0]");
        assertThat(live.post(ALL, "{\"name\": \"x\"}").expect(400).problems())
                .containsExactlyInAnyOrder("email", "role");
        invite("twice", "door");
        assertThat(code(live.post(ALL, body("twice", "manager")).expect(409))).isEqualTo("member_exists");
    }

    @Test
    void pagesMustBeOwn() {
        String own = seller.create(Events.RESOURCE, true, event -> {}).get("id").textValue();
        String foreign = gateway.seller()
                .create(Events.RESOURCE, true, event -> {})
                .get("id")
                .textValue();
        String body = "{\"email\": \"" + address("p") + "\", \"role\": \"support\", \"pages\": [\"%s\"]}";
        assertThat(live.post(ALL, body.formatted(foreign)).expect(400).problems())
                .containsExactly("pages");
        JsonNode member = live.post(ALL, body.formatted(own)).expect(201).json().get("data");
        assertThat(member.at("/pages/0").textValue()).isEqualTo(own);
        live.patch(url(member), "{\"pages\": [\"" + foreign + "\"]}").expect(400);
        assertThat(live.patch(url(member), "{\"pages\": null}")
                        .expect(200)
                        .json()
                        .at("/data/pages")
                        .isNull())
                .isTrue();
    }

    @Test
    void changesAndRemovesAMember() {
        JsonNode member = invite("m", "door");
        JsonNode changed = live.patch(url(member), "{\"role\": \"finance\", \"name\": \"Max\"}")
                .expect(200)
                .json()
                .get("data");
        assertThat(changed.get("role").textValue()).isEqualTo("finance");
        assertThat(changed.get("name").textValue()).isEqualTo("Max");
        assertThat(count("member_link")).isOne();
        assertThat(delete(live, url(member)).expect(200).json().at("/data/name").textValue())
                .isEqualTo("Max");
        delete(live, url(member)).expect(404);
        live.get(url(member)).expect(404);
        assertThat(count("member_link")).as("open invitations end").isZero();
    }

    @Test
    void theOwnerIsNeitherChangedNorRemoved() {
        String owner = owner();
        assertThat(code(live.patch(owner, "{\"role\": \"manager\"}").expect(409)))
                .isEqualTo("member_is_owner");
        assertThat(code(live.patch(owner, "{\"name\": \"x\"}").expect(409))).isEqualTo("member_is_owner");
        assertThat(code(delete(live, owner).expect(409))).isEqualTo("member_is_owner");
        assertThat(code(live.post(owner + "/invite", "").expect(409))).isEqualTo("member_is_owner");
    }

    @Test
    void aKeyGivesNoMoreThanItHas() {
        JsonNode manager = invite("m", "manager");
        JsonNode door = invite("d", "door");
        TestApi limited = key("{\"label\": \"a\", \"scopes\": [\"members:read\", \"members:write\", \"members:self\","
                + " \"events:read\", \"tickets:validate\"]}");
        limited.post(ALL, body("x", "door")).expect(201);
        assertThat(code(limited.post(ALL, body("y", "support")).expect(403))).isEqualTo("missing_scope");
        limited.patch(url(door), "{\"role\": \"finance\"}").expect(403);
        limited.patch(url(door), "{\"name\": \"D\"}").expect(200);
        limited.patch(url(manager), "{\"role\": \"door\"}").expect(403);
        delete(limited, url(manager)).expect(403);
        limited.post(url(manager) + "/invite", "").expect(403);
        delete(limited, url(manager) + "/sessions/" + "0".repeat(24)).expect(403);
    }

    @Test
    void aKeyWithLimitsMakesNoMembersWithout() {
        String ceilings = "\"ceilings\": {\"refundAmount\": [{\"currency\": \"eur\", \"perDay\": 100}]}";
        assertThat(code(key("{\"label\": \"a\", \"preset\": \"full\", " + ceilings + "}")
                        .post(ALL, body("a", "finance"))
                        .expect(403)))
                .isEqualTo("higher_ceiling");
        assertThat(code(key("{\"label\": \"b\", \"preset\": \"full\", \"expiresAt\": \"2099-01-01T00:00:00.000Z\"}")
                        .post(ALL, body("a", "door"))
                        .expect(403)))
                .isEqualTo("key_expires");
        assertThat(code(seller.test().post(ALL, body("a", "door")).expect(403))).isEqualTo("live_key");
        String event =
                seller.create(Events.RESOURCE, true, made -> {}).get("id").textValue();
        TestApi pages = key("{\"label\": \"c\", \"preset\": \"full\", \"pages\": [\"" + event + "\"]}");
        assertThat(code(pages.post(ALL, body("a", "door")).expect(403))).isEqualTo("page_restricted");
        pages.get(url(invite("z", "door")) + "/sessions").expect(404);
    }

    @Test
    void otherSellersSeeNothing() {
        JsonNode member = invite("m", "door");
        TestApi other = gateway.seller().live();
        other.get(url(member)).expect(404);
        other.patch(url(member), "{\"role\": \"manager\"}").expect(404);
        delete(other, url(member)).expect(404);
        other.post(url(member) + "/invite", "").expect(404);
        other.get(url(member) + "/sessions").expect(404);
        delete(other, url(member) + "/sessions/" + "0".repeat(24)).expect(404);
        assertThat(other.get(ALL).ids()).isEmpty();
    }

    @Test
    void anInvitationIsRepeatedAFewTimesAnHour() {
        JsonNode member = invite("m", "door");
        String first = TestSeller.rows("SELECT id FROM member_link WHERE invited_by = $1", seller.id())
                .iterator()
                .next()
                .getString(0);
        int sent = 0;
        while (sent < 20 && live.post(url(member) + "/invite", "").status() == 200) {
            sent++;
        }
        assertThat(sent).isBetween(1, 19);
        live.post(url(member) + "/invite", "").expect(429);
        assertThat(count("member_link")).isOne();
        assertThat(TestSeller.rows("SELECT FROM member_link WHERE id = $1", first))
                .isEmpty();
    }

    @Test
    void keysTransferNoOwnership() {
        JsonNode member = invite("m", "manager");
        String offer = url(member) + "/ownership-offer";
        assertThat(code(live.post(offer, "").expect(403))).isEqualTo("owner_only");
        assertThat(code(delete(live, offer).expect(403))).isEqualTo("owner_only");
        assertThat(code(live.post(offer + "/accept", "").expect(403))).isEqualTo("member_only");
    }

    @Test
    void changesAreConditional() {
        JsonNode member = invite("m", "door");
        String etag = live.get(url(member)).expect(200).header("ETag");
        Map<String, String> headers = Map.of("If-Match", etag, "Content-Type", "application/json");
        live.send("PATCH", url(member), headers, "{\"name\": \"A\"}").expect(200);
        live.send("PATCH", url(member), headers, "{\"name\": \"B\"}").expect(412);
    }

    @Test
    void aDryRunInvitesNobody() {
        live.post(ALL + "?dryRun=true", body("dry", "door")).expect(201);
        assertThat(count("member")).isZero();
        assertThat(count("member_link")).isZero();
    }
}
