package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.catalog.event.Events;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The team, the sessions and the ownership of a seller in the dashboard, and attacks on them. */
class TeamPagesTest {
    private static final Pattern LINK = Pattern.compile("http[^\"\\s]*(/dashboard/-/sign-in/[^\"\\s<]+)");

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();
    private final String home = "/dashboard/" + seller.name();
    private final String team = home + "/members";
    private final DashboardVisitor owner = member(Role.OWNER);

    private String address(String name) {
        return name + "@" + seller.name() + ".example";
    }

    private DashboardVisitor member(Role role) {
        return DashboardVisitor.member(gateway, seller, address(role.wire()), role)
                .signIn();
    }

    private String id(String email) {
        return TestSeller.rows("SELECT id FROM member WHERE seller_id = $1 AND email = $2", seller.id(), email)
                .iterator()
                .next()
                .getString(0);
    }

    private String role(String email) {
        return TestSeller.rows("SELECT role FROM member WHERE seller_id = $1 AND email = $2", seller.id(), email)
                .iterator()
                .next()
                .getString(0);
    }

    /** Fills in a form, sees what it would change, and confirms it. */
    static Shown act(DashboardVisitor member, String path, Map<String, String> values) {
        Map<String, String> form =
                new HashMap<>(member.browser().form(member.get(path).expect(200)));
        form.putAll(values);
        Shown preview = member.post(path, form);
        if (preview.status() != 200) {
            return preview;
        }
        return member.post(path, member.browser().form(preview));
    }

    private String link(String email) {
        String html = new OutboxReader(new TestShop(gateway, seller))
                .message(email, MailPurpose.MEMBER_INVITATION)
                .html();
        Matcher link = LINK.matcher(html);
        assertThat(link.find()).as(html).isTrue();
        return link.group(1);
    }

    @Test
    void ownerInvitesAMemberWhoSignsInAndIsRemoved() {
        String email = address("erika");
        act(owner, team + "/new", Map.of("email", email, "name", "Erika", "role", "support"))
                .expect(303);
        assertThat(owner.get(team).expect(200).html()).contains(email, "Support");
        DashboardVisitor erika = DashboardVisitor.of(gateway, email);
        String link = link(email);
        assertThat(erika.use(link).expect(303).path()).isEqualTo("/dashboard");
        assertThat(erika.get(home).expect(200).html()).contains("Hello, Erika", "Support");
        assertThat(DashboardVisitor.of(gateway, "thief@example.com").use(link).status())
                .as("a link is used once")
                .isEqualTo(410);
        act(owner, team + "/" + id(email) + "/edit", Map.of("role", "door")).expect(303);
        assertThat(erika.get(home + "/payments").status()).isEqualTo(403);
        String record = team + "/" + id(email);
        act(owner, record + "/remove", Map.of()).expect(303);
        assertThat(erika.get(home).status()).isNotEqualTo(200);
        assertThat(owner.get(record).status()).isEqualTo(404);
    }

    /** A person of another seller keeps the session there, and does not come back in with it when invited again. */
    @Test
    void removalEndsTheAccessOfASessionForGood() {
        TestSeller other = gateway.seller();
        String email = address("both");
        DashboardVisitor.register(gateway).invite(other.name(), email, "", Role.DOOR);
        DashboardVisitor both =
                DashboardVisitor.member(gateway, seller, email, Role.SUPPORT).signIn();
        both.get(home).expect(200);
        act(owner, team + "/" + id(email) + "/remove", Map.of()).expect(303);
        assertThat(both.get(home).status()).isEqualTo(404);
        both.get("/dashboard/" + other.name()).expect(200);
        act(owner, team + "/new", Map.of("email", email, "role", "support")).expect(303);
        assertThat(both.get(home).status())
                .as("the former session stays outside")
                .isEqualTo(404);
        both.signIn().get(home).expect(200);
    }

    @Test
    void linksOfRemovedMembersSignInNobody() {
        String email = address("gone");
        act(owner, team + "/new", Map.of("email", email, "role", "door")).expect(303);
        String link = link(email);
        String requested = DashboardVisitor.register(gateway).link(email);
        act(owner, team + "/" + id(email) + "/remove", Map.of()).expect(303);
        assertThat(DashboardVisitor.of(gateway, email).use(link).status()).isEqualTo(410);
        assertThat(DashboardVisitor.of(gateway, email).use(requested).status()).isEqualTo(410);
    }

    @Test
    void managersGiveNoMoreThanTheyHave() {
        DashboardVisitor manager = member(Role.MANAGER);
        Shown form = manager.get(team + "/new").expect(200);
        assertThat(form.html()).doesNotContain("value=\"owner\"");
        Map<String, String> values = new HashMap<>(manager.browser().form(form));
        values.putAll(Map.of("email", address("x"), "role", "owner", "step", "confirm"));
        assertThat(manager.post(team + "/new", values).status()).isEqualTo(400);
        String own = team + "/" + id(manager.email());
        Map<String, String> self = new HashMap<>(manager.browser().form(manager.get(own + "/edit")));
        self.putAll(Map.of("role", "owner", "step", "confirm"));
        assertThat(manager.post(own + "/edit", self).status()).isEqualTo(400);
        String ofOwner = team + "/" + id(owner.email());
        for (String action : new String[] {"edit", "remove", "invite", "offer"}) {
            Map<String, String> proof = new HashMap<>(manager.browser().form(manager.get(team + "/new")));
            proof.putAll(Map.of("step", "confirm", "role", "door"));
            assertThat(manager.post(ofOwner + "/" + action, proof).status())
                    .as(action)
                    .isIn(400, 403, 409);
        }
        assertThat(role(manager.email())).isEqualTo("manager");
        assertThat(role(owner.email())).isEqualTo("owner");
        assertThat(manager.get(home + "/api-keys").status()).isEqualTo(403);
    }

    @Test
    void idsOfOtherSellersAreUnknown() {
        TestSeller foreign = gateway.seller();
        DashboardVisitor.register(gateway).invite(foreign.name(), "x@" + foreign.name() + ".example", "", Role.DOOR);
        String id = TestSeller.rows("SELECT id FROM member WHERE seller_id = $1", foreign.id())
                .iterator()
                .next()
                .getString(0);
        for (String below : new String[] {"", "/edit", "/remove", "/offer", "/invite"}) {
            assertThat(owner.get(team + "/" + id + below).status()).as(below).isEqualTo(404);
        }
    }

    @Test
    void ownershipIsTransferredInTwoSteps() {
        DashboardVisitor manager = member(Role.MANAGER);
        String account = home + Section.SESSIONS.path();
        assertThat(manager.get(account).expect(200).html()).doesNotContain("become the owner");
        Map<String, String> early = manager.browser().form(manager.get(account));
        assertThat(manager.post(account + "/accept", early).status()).isEqualTo(409);
        act(owner, team + "/" + id(manager.email()) + "/offer", Map.of()).expect(303);
        assertThat(manager.get(account).html()).contains("become the owner");
        DashboardVisitor support = member(Role.SUPPORT);
        assertThat(support.post(account + "/accept", support.browser().form(support.get(account)))
                        .status())
                .as("only the named member accepts")
                .isEqualTo(409);
        Shown preview = manager.post(account + "/accept", manager.browser().form(manager.get(account)))
                .expect(200);
        assertThat(role(manager.email())).isEqualTo("manager");
        manager.post(account + "/accept", manager.browser().form(preview)).expect(303);
        assertThat(role(manager.email())).isEqualTo("owner");
        assertThat(role(owner.email())).isEqualTo("manager");
        assertThat(seller.live()
                        .get("/v1/audit-log?recordId=" + id(owner.email()))
                        .expect(200)
                        .body())
                .contains("ownership-offer/accept", "\"memberName\":\"" + manager.email() + "\"");
    }

    @Test
    void everyoneSeesAndEndsOwnSessions() {
        DashboardVisitor door = member(Role.DOOR);
        DashboardVisitor elsewhere = DashboardVisitor.of(gateway, door.email()).signIn();
        elsewhere.get(home).expect(200);
        String account = home + Section.SESSIONS.path();
        Shown page = door.get(account).expect(200);
        assertThat(page.html()).contains("This browser", "Sign out everywhere else", "127.0.0.1");
        door.post(account + "/end-others", door.browser().form(page)).expect(303);
        assertThat(elsewhere.get(home).expect(303).path()).isEqualTo("/dashboard");
        assertThat(door.get(account).expect(200).html()).doesNotContain("Sign out everywhere else");
    }

    @Test
    void nobodyEndsSessionsOfOthers() {
        DashboardVisitor door = member(Role.DOOR);
        owner.get(home).expect(200);
        String session = TestSeller.rows(
                        "SELECT session_id FROM member_visit WHERE seller_id = $1 AND member_id = $2",
                        seller.id(),
                        id(owner.email()))
                .iterator()
                .next()
                .getString(0);
        String account = home + Section.SESSIONS.path();
        Map<String, String> form = door.browser().form(door.get(account));
        assertThat(door.post(account + "/" + session + "/end", form).status()).isEqualTo(404);
        owner.get(home).expect(200);
    }

    @Test
    void managersEndSessionsOfMembers() {
        DashboardVisitor door = member(Role.DOOR);
        door.get(home).expect(200);
        String page = team + "/" + id(door.email()) + "/sessions";
        Shown shown = owner.get(page).expect(200);
        assertThat(shown.html()).contains("Java-http-client", "Sign out");
        Matcher end = Pattern.compile("action=\"([^\"]+/end)\"").matcher(shown.html());
        assertThat(end.find()).isTrue();
        owner.post(end.group(1), owner.browser().form(shown)).expect(303);
        door.get(home).expect(404);
        assertThat(owner.get(page).expect(200).html()).contains("is not signed in");
    }

    @Test
    void membersWithPagesSeeOnlyThese() {
        String one = seller.create(Events.RESOURCE, true, event -> event.put("name", "Seen Event"))
                .get("id")
                .textValue();
        String two = seller.create(Events.RESOURCE, true, event -> event.put("name", "Hidden Event"))
                .get("id")
                .textValue();
        String email = address("promoter");
        act(owner, team + "/new", Map.of("email", email, "role", "manager", "pages", one))
                .expect(303);
        DashboardVisitor promoter = DashboardVisitor.of(gateway, email);
        promoter.use(link(email)).expect(303);
        String first = promoter.get(home).expect(200).html();
        for (Section section : Section.values()) {
            String path = home + section.path();
            assertThat(promoter.get(path).status()).as(path).isEqualTo(section.isOfPages() ? 200 : 403);
            assertThat(first.contains("href=\"" + path + "\"")).as(path).isEqualTo(section.isOfPages());
        }
        assertThat(promoter.get(home + "/events").html()).contains("Seen Event").doesNotContain("Hidden Event");
        promoter.get(home + "/events/" + one).expect(200);
        assertThat(promoter.get(home + "/events/" + two).status()).isEqualTo(404);
    }

    @Test
    void formsOfOtherSitesAreRejected() {
        Map<String, String> form = new HashMap<>(owner.browser().form(owner.get(team + "/new")));
        form.putAll(Map.of("email", address("x"), "role", "manager", "step", "confirm"));
        assertThat(owner.browser()
                        .post(team + "/new", form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(owner.browser().post(team + "/new", form).status())
                .as("without an origin")
                .isEqualTo(403);
        form.remove("csrf");
        assertThat(owner.post(team + "/new", form).status()).isEqualTo(403);
        assertThat(owner.get(team).html()).doesNotContain(address("x"));
    }
}
