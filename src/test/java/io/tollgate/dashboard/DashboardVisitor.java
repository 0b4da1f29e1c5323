package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.MemberRegister;
import io.tollgate.accounts.member.Role;
import io.tollgate.app.Config;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import java.net.URI;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Somebody with a browser of their own who visits the dashboard. */
record DashboardVisitor(TestGateway gateway, Buyer browser, String email) {
    static final String COOKIE = "tollgate_dashboard";
    private static final Pattern LINK = Pattern.compile("http[^\"\\s]*/dashboard/-/sign-in/[^\"\\s<]+");

    static DashboardVisitor of(TestGateway gateway, String email) {
        return new DashboardVisitor(gateway, new Buyer(gateway.url(), email), email);
    }

    /** Adds a member to a seller. */
    static DashboardVisitor member(TestGateway gateway, TestSeller seller, String email, Role role) {
        register(gateway).invite(seller.name(), email, "", role);
        return of(gateway, email);
    }

    /** Adds a member with this role to the seller of a shop, and signs in. */
    static DashboardVisitor signedIn(TestShop shop, Role role) {
        String email = role.wire() + "@" + shop.seller().name() + ".example";
        return member(shop.gateway(), shop.seller(), email, role).signIn();
    }

    static MemberRegister register(TestGateway gateway) {
        return new MemberRegister(
                PostgresUrl.toJdbc(gateway.databaseUrl()),
                TestGateway.secrets(),
                Config.defaults().dashboard());
    }

    Shown get(String path) {
        return browser.get(path);
    }

    /** Sends a form as a browser does. */
    Shown post(String path, Map<String, String> form) {
        return browser.post(path, form, "Origin", gateway.url());
    }

    Shown requestLink() {
        return post("/dashboard/-/sign-in", browser.form(get("/dashboard")));
    }

    /** Requests a link, and returns the path of the link in the message. */
    String link(TestSeller seller) {
        requestLink().expect(303);
        String message = new OutboxReader(new TestShop(gateway, seller))
                .message(email, MailPurpose.MEMBER_LINK)
                .html();
        Matcher link = LINK.matcher(message);
        assertThat(link.find()).as(message).isTrue();
        return URI.create(link.group()).getRawPath();
    }

    /** Opens a link and presses its button. */
    Shown use(String link) {
        Shown page = get(link);
        return page.status() == 200 ? post(link, browser.form(page)) : page;
    }

    /** Signs in with a link of a command. */
    DashboardVisitor signIn() {
        assertThat(use(register(gateway).link(email)).expect(303).path()).isEqualTo("/dashboard");
        return this;
    }

    String session() {
        return browser.cookie(COOKIE);
    }
}
