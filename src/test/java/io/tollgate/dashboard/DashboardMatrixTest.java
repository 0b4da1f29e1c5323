package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.event.Events;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Type;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every route of the dashboard, with every role, at the own seller with ids of another one, and at another seller. The
 * routes are those of the router, so that a new one is part of the matrix.
 */
class DashboardMatrixTest {
    private static final TestGateway GATEWAY = TestGateway.shared();
    private static final String CANARY = "canary-of-another-seller";

    /** Fields of records that pages show. */
    private static final Set<String> SHOWN = Set.of(
            "name", "title", "label", "displayName", "customerName", "attendeeName", "productTitle", "eventTitle");

    private final TestSeller own = GATEWAY.seller();
    private final TestSeller foreign = GATEWAY.seller();
    private final Map<RecordList, String> ids = new HashMap<>();

    /** A request to a page: a route with its parameters filled in. */
    private record Call(HttpMethod method, String path, Section section, boolean ofRecord) {
        String at(TestSeller seller) {
            return path.replace(":seller", seller.name());
        }

        boolean isOpenTo(Role role) {
            return section.scope() == null || role.scopes().contains(section.scope());
        }
    }

    DashboardMatrixTest() {
        for (RecordList list : RecordList.values()) {
            ids.put(list, create(list));
        }
    }

    private String create(RecordList list) {
        if (list == RecordList.API_KEYS) {
            return foreign.live()
                    .post("/v1/api-keys", "{\"label\": \"" + CANARY + "\", \"preset\": \"read\"}")
                    .expect(201)
                    .json()
                    .at("/data/id")
                    .textValue();
        }
        Optional<Resource> resource = TestEndpoints.resources().stream()
                .filter(one -> one.path().equals(list.path()))
                .findFirst();
        return resource.map(one -> foreign.create(one, true, record -> mark(one, record))
                        .get("id")
                        .textValue())
                .orElseThrow();
    }

    private static void mark(Resource resource, ObjectNode record) {
        resource.fields().stream()
                .filter(field -> SHOWN.contains(field.name()) && record.has(field.name()))
                .filter(field ->
                        field.type().kind() == Type.Kind.TEXT || field.type().kind() == Type.Kind.LINE)
                .forEach(field -> record.put(field.name(), CANARY));
    }

    private List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        for (Route route : TestEndpoints.dashboardRoutes()) {
            String path = String.valueOf(route.getPath());
            if (!path.startsWith("/dashboard/:seller")) {
                continue;
            }
            Section section = section(path);
            HttpMethod method = route.methods().contains(HttpMethod.POST) ? HttpMethod.POST : HttpMethod.GET;
            filled(path, section).forEach(one -> calls.add(new Call(method, one, section, path.contains(":id"))));
        }
        return calls;
    }

    private static Section section(String path) {
        String below = path.replace("/dashboard/:seller", "").replaceFirst("^/test", "");
        return Stream.of(Section.values())
                .filter(one -> (below + "/").startsWith(one.path() + "/"))
                .max(Comparator.comparing(one -> one.path().length()))
                .orElseThrow();
    }

    /** Fills in the id of the other seller's record, and each action of the list. */
    private Stream<String> filled(String path, Section section) {
        Optional<RecordList> list = Stream.of(RecordList.values())
                .filter(one -> one.section() == section)
                .findFirst();
        String id = list.map(ids::get).orElse("0".repeat(24));
        String known = path.replace(":id", id);
        return known.contains(":action")
                ? Stream.of(Action.values())
                        .filter(action -> list.isPresent() && Action.named(list.get(), action.path()) != null)
                        .map(action -> known.replace(":action", action.path()))
                        .distinct()
                : Stream.of(known);
    }

    private static Shown send(DashboardVisitor visitor, Call call, TestSeller at, Map<String, String> form) {
        return call.method() == HttpMethod.POST ? visitor.post(call.at(at), form) : visitor.get(call.at(at));
    }

    @ParameterizedTest
    @EnumSource
    void noRoleOpensMoreThanItsSectionsOfItsSeller(Role role) {
        DashboardVisitor member = DashboardVisitor.member(
                        GATEWAY, own, role.wire() + "@" + own.name() + ".example", role)
                .signIn();
        Map<String, String> form = member.browser().form(member.get("/dashboard/" + own.name()));
        List<Call> calls = calls();
        assertThat(calls).hasSizeGreaterThan(200);
        for (Call call : calls) {
            Shown elsewhere = send(member, call, foreign, form);
            assertThat(elsewhere.status())
                    .as("%s at another seller: %s", role, call)
                    .isEqualTo(404);
            assertThat(elsewhere.html()).doesNotContain(CANARY);
            boolean open = call.isOpenTo(role);
            if (open && call.method() == HttpMethod.POST && !call.ofRecord()) {
                // It would act on the own seller.
                continue;
            }
            Shown shown = send(member, call, own, form);
            assertThat(shown.html()).as("%s: %s", role, call).doesNotContain(CANARY);
            assertThat(shown.status())
                    .as("%s: %s", role, call)
                    .isIn(open ? (call.ofRecord() ? List.of(403, 404) : List.of(200, 403)) : List.of(403));
        }
    }

    /** The records with marks belong to other pages than that of the member. */
    @Test
    void membersWithPagesOpenNothingOfOtherPages() {
        String page =
                foreign.create(Events.RESOURCE, true, event -> {}).get("id").textValue();
        String email = "promoter@" + foreign.name() + ".example";
        foreign.live()
                .post(
                        "/v1/members",
                        "{\"email\": \"" + email + "\", \"role\": \"manager\", \"pages\": [\"" + page + "\"]}")
                .expect(201);
        DashboardVisitor member = DashboardVisitor.of(GATEWAY, email).signIn();
        Map<String, String> form = member.browser().form(member.get("/dashboard/" + foreign.name()));
        for (Call call : calls()) {
            boolean open = call.section().isOfPages() && call.isOpenTo(Role.MANAGER);
            if (open && call.method() == HttpMethod.POST && !call.ofRecord()) {
                continue;
            }
            Shown shown = send(member, call, foreign, form);
            assertThat(shown.html()).as(call.toString()).doesNotContain(CANARY);
            assertThat(shown.status())
                    .as(call.toString())
                    .isIn(open ? (call.ofRecord() ? List.of(403, 404) : List.of(200, 403)) : List.of(403));
        }
    }

    @Test
    void guestsOpenNothing() {
        DashboardVisitor guest = DashboardVisitor.of(GATEWAY, "guest@example.com");
        for (Call call : calls()) {
            Shown shown = send(guest, call, foreign, Map.of());
            assertThat(shown.status()).as(call.toString()).isEqualTo(303);
            assertThat(shown.path()).isEqualTo("/dashboard");
        }
    }

    /** The control: the same requests of the other seller's owner find the marked records. */
    @Test
    void ownerOfTheOtherSellerSeesTheMarks() {
        DashboardVisitor owner = DashboardVisitor.member(
                        GATEWAY, foreign, "owner@" + foreign.name() + ".example", Role.OWNER)
                .signIn();
        List<String> marked = calls().stream()
                .filter(call -> call.method() == HttpMethod.GET)
                .filter(call -> owner.get(call.at(foreign)).html().contains(CANARY))
                .map(Call::path)
                .toList();
        assertThat(marked).hasSizeGreaterThan(20);
    }
}
