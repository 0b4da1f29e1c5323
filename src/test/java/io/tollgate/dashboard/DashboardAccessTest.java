package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who sees which pages of which seller. */
class DashboardAccessTest {
    private static final TestGateway GATEWAY = TestGateway.shared();

    private final TestSeller seller = GATEWAY.seller();
    private final TestSeller foreign = GATEWAY.seller();

    private static String path(TestSeller of, boolean live, Section section) {
        return DashboardRequest.path(of.name(), live) + section.path();
    }

    private DashboardVisitor member(Role role) {
        String address = role.wire() + "@" + seller.name() + ".example";
        return DashboardVisitor.member(GATEWAY, seller, address, role).signIn();
    }

    /** The owner, who opens every section, is the control. */
    @ParameterizedTest
    @EnumSource
    void eachRoleOpensItsSectionsOfItsSeller(Role role) {
        DashboardVisitor member = member(role);
        DashboardVisitor guest = DashboardVisitor.of(GATEWAY, "guest@example.com");
        String unknown =
                member.get("/dashboard/nobody-has-this-name").expect(404).html();
        for (Section section : Section.values()) {
            for (boolean live : new boolean[] {true, false}) {
                boolean open = section.scope() == null || role.scopes().contains(section.scope());
                assertThat(role != Role.OWNER || open).isTrue();
                String own = path(seller, live, section);
                assertThat(member.get(own).status()).as("%s %s", role, own).isEqualTo(open ? 200 : 403);
                String menu =
                        member.get(path(seller, live, Section.HOME)).expect(200).html();
                assertThat(menu.contains("href=\"" + own + "\""))
                        .as("menu of %s has %s", role, own)
                        .isEqualTo(open);
                assertThat(member.get(path(foreign, live, section)).expect(404).html())
                        .isEqualTo(unknown);
                assertThat(guest.get(own).expect(303).path()).isEqualTo("/dashboard");
            }
        }
    }

    @Test
    void removalEndsAccessAtOnce() {
        DashboardVisitor member = member(Role.SUPPORT);
        String home = path(seller, true, Section.HOME);
        member.get(home).expect(200);
        TestSeller.rows("DELETE FROM member WHERE seller_id = $1", seller.id());
        assertThat(member.get(home).status()).isEqualTo(404);
        assertThat(member.get("/dashboard").expect(200).html()).contains("Send link");
    }

    @Test
    void changedRoleAppliesAtOnce() {
        DashboardVisitor member = member(Role.MANAGER);
        String home = path(seller, true, Section.HOME);
        assertThat(member.get(home).expect(200).html()).contains("Payments");
        TestSeller.rows("UPDATE member SET role = 'door' WHERE seller_id = $1", seller.id());
        assertThat(member.get(home).expect(200).html())
                .doesNotContain("Payments")
                .contains("Door", "Events");
    }

    @Test
    void personOfSeveralSellersSwitchesBetweenThem() {
        String address = "both@" + seller.name() + ".example";
        DashboardVisitor both = DashboardVisitor.member(GATEWAY, seller, address, Role.OWNER);
        DashboardVisitor.member(GATEWAY, foreign, address, Role.DOOR);
        both.signIn();
        String first = both.get(path(seller, true, Section.HOME)).expect(200).html();
        assertThat(first).contains("href=\"/dashboard/" + foreign.name() + "\"", "Payments");
        String second = both.get(path(foreign, false, Section.HOME)).expect(200).html();
        assertThat(second).contains("Door", "Test mode").doesNotContain("Payments");
    }

    @Test
    void namesAreShownAsText() {
        String address = "xss@" + seller.name() + ".example";
        String name = "<script>alert(1)</script>\"'";
        DashboardVisitor.register(GATEWAY).invite(seller.name(), address, name, Role.OWNER);
        seller.live()
                .patch("/v1/account", "{\"displayName\": \"<img src=x onerror=alert(2)>\"}")
                .expect(200);
        String html = DashboardVisitor.of(GATEWAY, address)
                .signIn()
                .get(path(seller, true, Section.HOME))
                .expect(200)
                .html();
        assertThat(html).doesNotContain("<script>alert", "<img src=x").contains("&lt;script&gt;alert");
    }

    @Test
    void pathsLeadNowhereElse() {
        DashboardVisitor member = member(Role.OWNER);
        for (String path : new String[] {
            "/dashboard/-",
            "/dashboard/-/nothing",
            "/dashboard//evil.example",
            "/dashboard/" + seller.name() + "/nothing"
        }) {
            assertThat(member.get(path).status()).as(path).isEqualTo(404);
        }
    }
}
