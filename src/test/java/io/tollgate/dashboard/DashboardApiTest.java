package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.accounts.member.MemberSession;
import io.tollgate.accounts.member.Membership;
import io.tollgate.accounts.member.Role;
import io.tollgate.app.Config;
import io.tollgate.app.InnerCalls;
import io.tollgate.platform.error.ApiError;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Pages call the endpoints of the API as their member. */
class DashboardApiTest {
    private static final TestGateway GATEWAY = TestGateway.shared();
    private static final InnerCalls CALLS = new InnerCalls();
    private static final String MEMBER = "abcdefabcdefabcdefabcdef";

    private final TestSeller seller = GATEWAY.seller();

    @AfterAll
    static void close() {
        CALLS.close();
    }

    private ObjectNode call(
            Role role, boolean live, BiFunction<DashboardApi, DashboardRequest, Future<ObjectNode>> work) {
        Membership membership = new Membership(
                MEMBER, "ada@example.com", "Ada", role, seller.id(), seller.name(), seller.name(), null, null, null);
        MemberSession session = new MemberSession(
                "token", "0".repeat(24), "ada@example.com", Instant.EPOCH, Instant.MAX, List.of(membership));
        return CALLS.within((endpoints, ctx) -> work.apply(
                new DashboardApi(endpoints),
                DashboardRequest.of(
                        ctx, session, membership, live, Config.defaults().rateLimits())));
    }

    private ObjectNode get(Role role, boolean live, String target) {
        return call(role, live, (api, open) -> api.get(open, target));
    }

    private static ObjectNode label(String label) {
        return JsonNodeFactory.instance.objectNode().put("label", label).put("preset", "read");
    }

    @Test
    void readsAreThoseOfTheApiInTheModeOfThePage() {
        seller.create(Payments.RESOURCE, true, record -> {});
        seller.create(Payments.RESOURCE, false, record -> {});
        ObjectNode page = get(Role.FINANCE, true, "/v1/payments?limit=50");
        assertThat(page)
                .isEqualTo(
                        seller.live().get("/v1/payments?limit=50").expect(200).json());
        String id = page.at("/data/0/id").textValue();
        assertThat(get(Role.FINANCE, true, "/v1/payments/" + id).at("/data/id").textValue())
                .isEqualTo(id);
        assertThat(get(Role.FINANCE, false, "/v1/payments"))
                .isEqualTo(seller.test().get("/v1/payments").expect(200).json());
        TestSeller other = GATEWAY.seller();
        other.create(Payments.RESOURCE, true, record -> {});
        assertThat(get(Role.OWNER, true, "/v1/payments").path("total").asLong()).isOne();
    }

    @Test
    void pagesActWithTheScopesOfTheRole() {
        assertThatThrownBy(() -> get(Role.DOOR, true, "/v1/payments")).isInstanceOfSatisfying(ApiError.class, error -> {
            assertThat(error.status()).isEqualTo(403);
            assertThat(error).hasMessage("Your role lacks the scope payments:read.");
        });
        assertThatThrownBy(() -> call(
                        Role.MANAGER,
                        true,
                        (api, open) -> api.write(open, HttpMethod.POST, "/v1/api-keys", label("Till"), "a")))
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.code()).isEqualTo("missing_scope"));
        assertThatThrownBy(() -> get(Role.OWNER, true, "/v1/payments?limit=0"))
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(400));
        assertThatThrownBy(() -> get(Role.OWNER, false, "/v1/payments?livemode=true"))
                .isInstanceOfSatisfying(
                        ApiError.class, error -> assertThat(error.status()).isEqualTo(403));
    }

    @Test
    void writesHappenOnceAndNameTheMember() {
        ObjectNode first = call(
                Role.OWNER,
                true,
                (api, open) -> api.write(open, HttpMethod.POST, "/v1/api-keys", label("Till"), "form-1"));
        ObjectNode second = call(
                Role.OWNER,
                true,
                (api, open) -> api.write(open, HttpMethod.POST, "/v1/api-keys", label("Till"), "form-1"));
        assertThat(second).isEqualTo(first);
        assertThat(first.at("/data/createdBy").textValue()).isEqualTo(MEMBER);
        JsonNode entries = get(Role.OWNER, true, "/v1/audit-log").path("data");
        assertThat(entries).hasSize(1);
        assertThat(entries.at("/0/memberId").textValue()).isEqualTo(MEMBER);
        assertThat(entries.at("/0/memberName").textValue()).isEqualTo("Ada");
        assertThat(entries.at("/0/keyId").isNull()).isTrue();
    }

    @Test
    void repeatedFormHasTheErrorOfTheFirst() {
        ObjectNode unknown = JsonNodeFactory.instance.objectNode().put("name", "Jo");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> call(
                            Role.SUPPORT,
                            true,
                            (api, open) -> api.write(
                                    open, HttpMethod.PATCH, "/v1/customers/" + "0".repeat(24), unknown, "form-3")))
                    .isInstanceOfSatisfying(ApiError.class, error -> {
                        assertThat(error.status()).isEqualTo(404);
                        assertThat(error.code()).isEqualTo("not_found");
                        assertThat(error).hasMessage("Customer not found");
                    });
        }
    }

    @Test
    void eventsNameTheMember() {
        ObjectNode change = JsonNodeFactory.instance.objectNode().put("name", "Jo");
        String id =
                seller.create(Customers.RESOURCE, true, record -> {}).get("id").textValue();
        call(
                Role.SUPPORT,
                true,
                (api, open) -> api.write(open, HttpMethod.PATCH, "/v1/customers/" + id, change, "form-2"));
        GATEWAY.numberEvents(seller.scope(true));
        JsonNode event = get(Role.OWNER, true, "/v1/feed").at("/data/0/actor");
        assertThat(event.path("type").textValue()).isEqualTo("member");
        assertThat(event.path("id").textValue()).isEqualTo(MEMBER);
    }
}
