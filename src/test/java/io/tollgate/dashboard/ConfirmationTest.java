package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.VirtualClock;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Sensitive actions need a recent sign-in, and a sign-in in a new browser sends a message. */
class ConfirmationTest {
    private static final VirtualClock CLOCK = new VirtualClock(Clock.SYSTEM.now());
    private static final TestGateway GATEWAY = TestGateway.at(CLOCK);
    private static final Pattern LINK = Pattern.compile("http[^\"\\s]*/dashboard/-/sign-in/[^\"\\s<]+");

    private final TestSeller seller = GATEWAY.seller();
    private final String home = "/dashboard/" + seller.name();
    private final String address = "ada@" + seller.name() + ".example";
    private final DashboardVisitor ada =
            DashboardVisitor.member(GATEWAY, seller, address, Role.OWNER).signIn();

    @AfterAll
    static void close() {
        GATEWAY.close();
    }

    private String linkInMail() {
        String html = new OutboxReader(new TestShop(GATEWAY, seller))
                .message(address, MailPurpose.MEMBER_LINK)
                .html();
        Matcher link = LINK.matcher(html);
        assertThat(link.find()).as(html).isTrue();
        return URI.create(link.group()).getRawPath();
    }

    private long messages() {
        return TestSeller.rows(
                        "SELECT count(*) FROM mail_message WHERE recipient = $1 AND purpose = 'MEMBER_SIGN_IN'",
                        address)
                .iterator()
                .next()
                .getLong(0);
    }

    @Test
    void anOldSessionAsksForALinkThatLeadsBack() {
        String path = home + "/api-keys/new";
        Map<String, String> earlier =
                new HashMap<>(ada.browser().form(ada.get(path).expect(200)));
        CLOCK.advance(Duration.ofMinutes(31));
        Shown asked = ada.get(path).expect(403);
        assertThat(asked.html()).contains("Confirm that it is you", address);
        earlier.putAll(Map.of("label", "x", "preset", "full", "step", "confirm"));
        assertThat(ada.post(path, earlier).expect(403).html()).contains("Confirm that it is you");
        assertThat(seller.live().get("/v1/api-keys").ids()).hasSize(2);
        ada.get(home + "/payments").expect(200);
        ada.post("/dashboard/-/confirm", ada.browser().formAgain(asked)).expect(303);
        String link = linkInMail();
        assertThat(ada.use(link).expect(303).path()).isEqualTo(path);
        ada.get(path).expect(200);
    }

    @Test
    void linksLeadToPagesOfTheDashboardOnly() {
        Map<String, String> form = new HashMap<>(ada.browser().form(ada.get(home)));
        for (String path : new String[] {
            "https://evil.example", "//evil.example", "/dashboard//evil.example", "/dashboard/../x", "", "/v1/account"
        }) {
            form.put("return", path);
            assertThat(ada.post("/dashboard/-/confirm", form).status()).as(path).isEqualTo(400);
        }
        form.put("return", home + "/members");
        assertThat(ada.browser()
                        .post("/dashboard/-/confirm", form, "Origin", "https://evil.example")
                        .status())
                .isEqualTo(403);
        assertThat(DashboardVisitor.of(GATEWAY, address)
                        .post("/dashboard/-/confirm", form)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aNewBrowserSendsAMessage() {
        assertThat(messages()).as("the first browser").isZero();
        ada.signIn();
        assertThat(messages()).as("the same browser").isZero();
        DashboardVisitor.of(GATEWAY, address).signIn();
        assertThat(messages()).isOne();
        String html = new OutboxReader(new TestShop(GATEWAY, seller))
                .message(address, MailPurpose.MEMBER_SIGN_IN)
                .html();
        assertThat(html).contains("127.0.0.1", "Java-http-client", "New sign-in");
    }
}
