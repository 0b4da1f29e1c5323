package io.tollgate.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import io.tollgate.accounts.member.Role;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Passkeys and recovery codes in Chromium, with its virtual authenticator. */
class PasskeyInBrowserTest {
    private static final int WIDE = 1280;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.create();

    private final TestGateway gateway = TestGateway.shared();
    private final TestSeller seller = gateway.seller();
    private final String email = "ada@" + seller.name() + ".example";
    private final String home = "/dashboard/" + seller.name();

    /** Browsers create no passkeys for an address without a name. */
    private final String url = "http://localhost:" + gateway.port();

    private Page signedIn(Browser.NewContextOptions options) {
        DashboardVisitor.member(gateway, seller, email, Role.OWNER);
        Page page = browser.page(options);
        page.navigate(url + DashboardVisitor.register(gateway).link(email));
        button(page, "Sign in").click();
        page.locator("main h1").waitFor();
        return page;
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(
                AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** Adds an authenticator that agrees to everything. */
    private static void plugIn(Page page) {
        CDPSession session = page.context().newCDPSession(page);
        session.send("WebAuthn.enable");
        JsonObject options = new JsonObject();
        options.addProperty("protocol", "ctap2");
        options.addProperty("transport", "internal");
        options.addProperty("hasResidentKey", true);
        options.addProperty("hasUserVerification", true);
        options.addProperty("isUserVerified", true);
        options.addProperty("automaticPresenceSimulation", true);
        JsonObject parameters = new JsonObject();
        parameters.add("options", options);
        session.send("WebAuthn.addVirtualAuthenticator", parameters);
    }

    private static void signOut(Page page) {
        button(page, "Sign out").first().click();
        button(page, "Sign in with a passkey").waitFor();
    }

    @Test
    void aPasskeyIsAddedSignsInAndIsRemoved() {
        Page page = signedIn(new Browser.NewContextOptions().setViewportSize(WIDE, 900));
        plugIn(page);
        page.navigate(url + home + "/sessions");
        page.getByLabel("Name of the new passkey").fill("Work laptop");
        button(page, "Add a passkey").click();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("The passkey was added");
        assertThat(page.getByText("never used")).isVisible();
        button(page, "Add a passkey").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("has a passkey for you already");
        page.navigate(url + home);
        signOut(page);
        button(page, "Sign in with a passkey").click();
        page.waitForURL(url + home);
        page.navigate(url + home + "/sessions");
        assertThat(page.locator("main")).containsText("last used");
        button(page, "Remove Work laptop").click();
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("The passkey was removed");
        signOut(page);
        button(page, "Sign in with a passkey").click();
        assertThat(page.locator("main")).containsText("This passkey was not accepted");
    }

    @Test
    void aBrowserWithoutAPasskeySaysSo() {
        Page page = browser.page(WIDE);
        plugIn(page);
        page.navigate(url + "/dashboard");
        button(page, "Sign in with a passkey").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("No passkey was used");
    }

    @Test
    void codesAreShownOnceAndSignIn() {
        Page page = signedIn(new Browser.NewContextOptions().setViewportSize(WIDE, 900));
        page.navigate(url + home + "/sessions");
        button(page, "Create 10 codes").click();
        String[] codes = page.getByLabel("Your recovery codes").inputValue().split("\n");
        assertThat(codes).hasSize(10);
        assertThat(button(page, "Copy")).isVisible();
        assertThat(button(page, "Print")).isVisible();
        String file =
                page.waitForDownload(() -> page.getByText("Download").click()).suggestedFilename();
        assertThat(file).isEqualTo("tollgate-recovery-codes.txt");
        page.navigate(url + home);
        assertThat(page.locator("main")).not().containsText(codes[0]);
        signOut(page);
        page.getByText("Use a recovery code").click();
        page.getByLabel("E-mail address").fill(email);
        page.getByLabel("Recovery code", new Page.GetByLabelOptions().setExact(true))
                .fill(codes[3]);
        button(page, "Sign in").click();
        page.waitForURL(url + home);
    }

    @Test
    void withoutScriptsThereAreLinksAndCodes() {
        Page page = signedIn(new Browser.NewContextOptions().setJavaScriptEnabled(false));
        page.navigate(url + home + "/sessions");
        assertThat(page.getByText("this page needs scripts")).isVisible();
        assertThat(button(page, "Add a passkey")).isHidden();
        button(page, "Create 10 codes").click();
        assertThat(page.getByText("Download")).isVisible();
        assertThat(button(page, "Print")).isHidden();
        page.context().clearCookies();
        page.navigate(url + "/dashboard");
        assertThat(button(page, "Send link")).isVisible();
        assertThat(button(page, "Sign in with a passkey")).isHidden();
    }
}
