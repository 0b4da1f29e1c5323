package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import io.tollgate.accounts.member.Role;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.PageAudit;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of the dashboard have no violation of axe, and do not scroll sideways: light and dark, narrow and wide. */
@SecondStage
class AccessibilityOfDashboardTest {
    private static final int PHONE = 390;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.tolerant();

    private final TestShop shop = TestShop.open();
    private final TestApi api = shop.seller().live();
    private final String home = "/dashboard/" + shop.seller().name();
    private final DashboardVisitor owner = DashboardVisitor.member(
            shop.gateway(), shop.seller(), "owner@" + shop.seller().name() + ".example", Role.OWNER);

    /** Leaves records in the lists. */
    private void sell() {
        Shelf mug = shop.product(1_900);
        Shelf event = shop.event("", "", "{'name': 'Seat', 'price': 1000, 'maxQuantity': 10}");
        shop.form("{'name': 'Survey', 'fields': [{'element': 'text', 'label': 'Your wish', 'required': true}]}");
        Buyer ada = new Buyer(shop.gateway().url(), "ada@example.com");
        Shown order = ada.order(mug.path()).expect(303);
        ada.pay(order.path(), "4242424242424242");
        ada.comeBack(order.path());
        api.post(
                        "/v1/bookings",
                        TestShop.booking(
                                event, "grace@example.com", 2, "\"paymentOption\": {\"manualType\": \"invoice\"},"))
                .expect(201);
        Map.of(
                        "coupons", "{'label': 'Spring', 'code': 'SPRING', 'percentOff': 10, 'duration': 'once'}",
                        "tax-rates", "{'displayName': 'VAT', 'percentage': 19, 'inclusive': true}",
                        "webhooks",
                                "{'name': 'Stock', 'url': 'https://hooks.example.com/', 'events': ['payment.paid']}",
                        "exports", "{'list': 'payments', 'format': 'csv', 'schedule': 'weekly'}")
                .forEach((list, body) ->
                        api.post("/v1/" + list, body.replace('\'', '"')).expect(201));
        api.get("/v1/payments?limit=none").expect(400);
        assertThat(shop.settles(() -> true)).isTrue();
        shop.gateway().numberEvents(new Scope(shop.seller().id(), true));
        TestSeller.await(shop.gateway().writeRequestLog());
    }

    /** Returns the path of each page: of lists, of their first records, and of what can be done with these. */
    private List<String> pages() {
        List<String> pages = new ArrayList<>(List.of(
                "",
                "/account",
                "/door",
                "/processor-account",
                "/processor-account?check=1",
                "/errors",
                "/sessions",
                "/search",
                "/search?q=ada"));
        for (RecordList list : RecordList.values()) {
            String section = list.section().path();
            pages.add(section);
            if (Action.named(list, ActionStates.NEW) != null) {
                pages.add(section + "/" + ActionStates.NEW);
            }
            JsonNode first = api.get(list.path()).expect(200).json().at("/data/0");
            if (first.has("id")) {
                pages.add(section + "/" + first.get("id").textValue());
            }
        }
        String payment = api.get("/v1/payments").json().at("/data/0/id").textValue();
        pages.add("/payments/" + payment + "/refund");
        String webhook = api.get("/v1/webhooks").json().at("/data/0/id").textValue();
        api.post("/v1/webhooks/" + webhook + "/test", "{}").expect(201);
        pages.add("/webhooks/" + webhook + "/deliveries");
        String member = api.get("/v1/members").json().at("/data/0/id").textValue();
        pages.add("/members/" + member + "/sessions");
        String customer = api.get("/v1/customers").json().at("/data/0/id").textValue();
        pages.add("/customers/" + customer + "/erasure");
        pages.add("/payments?status=unpaid&search=nothing");
        pages.add("/payments?from=never");
        pages.add("/payments/ffffffffffffffffffffffff");
        return pages;
    }

    private void signIn(PageAudit audit) {
        audit.navigate(owner.link(shop.seller()));
        audit.page().getByRole(AriaRole.BUTTON).first().click();
        audit.page().locator("main h1").waitFor();
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void every_page(ColorScheme scheme) {
        sell();
        try (PageAudit audit = PageAudit.open(browser, shop.gateway().url(), PageAudit.WIDE, scheme)) {
            audit.navigate("/dashboard");
            audit.check("sign in " + scheme);
            audit.navigate("/dashboard/-/recovery");
            audit.check("recovery code " + scheme);
            signIn(audit);
            check(audit, scheme, pages());
            audit.navigate(home + "/sessions");
            audit.page().getByText("Create 10 codes").click();
            audit.page().locator("#codes").waitFor();
            audit.check("recovery codes " + scheme);
            audit.assertClean();
        }
    }

    private static String name(String page, ColorScheme scheme, int width) {
        return "dashboard"
                + page.replaceAll("f{24}", "missing")
                        .replaceAll("[0-9a-f]{24}", "record")
                        .replaceAll("\\W+", "-") + "-" + scheme + "-" + width;
    }

    /** Returns the sections of the editor of a page of each kind, with all of its lists, and what is beside them. */
    private List<String> editors() {
        List<String> pages = new ArrayList<>();
        for (String id : List.of("physical-product", "concert", "application")) {
            PageTemplate template = PageTemplate.named(id);
            ObjectNode body = template.body(id, "eur", false, java.time.Instant.now(), java.time.ZoneOffset.UTC);
            String record = template.list().section().path() + "/"
                    + api.post(template.list().path(), body.toString())
                            .expect(201)
                            .json()
                            .at("/data/id")
                            .textValue();
            pages.add(template.list().section().path() + "/new");
            pages.add(record + SharePage.PATH);
            for (EditorSection section : EditorSection.values()) {
                if (EditorSection.named(template.list(), section.path()) != null) {
                    pages.add(record + EditorPage.PATH + "/" + section.path());
                }
            }
        }
        return pages;
    }

    @ParameterizedTest
    @EnumSource(
            value = ColorScheme.class,
            names = {"LIGHT", "DARK"})
    void every_editor(ColorScheme scheme) {
        check(scheme, editors());
    }

    /** Without scripts, the preview is as wide as that of a desktop after one click. */
    @Test
    void preview_of_a_desktop() {
        String page = editors().stream()
                .filter(one -> one.endsWith("/texts"))
                .findFirst()
                .orElseThrow();
        try (PageAudit audit = PageAudit.open(browser, shop.gateway().url(), PageAudit.WIDE, ColorScheme.LIGHT)) {
            signIn(audit);
            audit.navigate(home + page);
            audit.page().getByText("Desktop").click();
            audit.page().frameLocator(".sheet iframe").locator("h1").first().waitFor();
            audit.check("preview of a desktop");
            TestBrowser.picture(audit.page(), "dashboard-editor-desktop");
            audit.assertClean();
        }
    }

    private void check(ColorScheme scheme, List<String> pages) {
        try (PageAudit audit = PageAudit.open(browser, shop.gateway().url(), PageAudit.WIDE, scheme)) {
            signIn(audit);
            check(audit, scheme, pages);
            audit.assertClean();
        }
    }

    private void check(PageAudit audit, ColorScheme scheme, List<String> pages) {
        for (String page : pages) {
            audit.resize(PageAudit.WIDE);
            audit.navigate(home + page);
            audit.page().evaluate("document.querySelectorAll('main details').forEach((part) => (part.open = true))");
            for (int width : List.of(PHONE, PageAudit.WIDE)) {
                audit.resize(width);
                audit.check(page + " " + scheme + " " + width);
                TestBrowser.picture(audit.page(), name(page, scheme, width));
            }
        }
    }

    /** The menu of a phone is a popover, which keys and screen readers can open and close. */
    @Test
    void menu_of_a_phone() {
        try (PageAudit audit = PageAudit.open(browser, shop.gateway().url(), PHONE, ColorScheme.LIGHT)) {
            signIn(audit);
            Page page = audit.page();
            page.locator(".toggle").focus();
            page.keyboard().press("Enter");
            page.locator("#menu").getByText("Payments").waitFor();
            audit.check("open menu");
            page.keyboard().press("Escape");
            assertThat(page.locator("#menu").isVisible()).isFalse();
            audit.assertClean();
        }
    }

    /** Everything can be reached from the keyboard, by the names of sections and by what records are called. */
    @Test
    void keys_go_anywhere() {
        sell();
        try (PageAudit audit = PageAudit.open(browser, shop.gateway().url(), PageAudit.WIDE, ColorScheme.LIGHT)) {
            signIn(audit);
            Page page = audit.page();
            page.keyboard().press("Control+k");
            page.keyboard().type("book");
            page.locator("dialog .results a").first().waitFor();
            audit.check("palette");
            page.keyboard().press("Enter");
            page.waitForURL(address -> address.endsWith("/bookings"));
            page.keyboard().press("j");
            page.keyboard().press("Enter");
            page.locator("h1 .status").waitFor();
            page.keyboard().press("Control+k");
            page.keyboard().type("ada@example.com");
            page.locator("dialog .results small").getByText("Payments").waitFor();
            TestBrowser.picture(page, "dashboard-palette");
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Enter");
            page.waitForURL(address -> address.matches(".*/payments/[0-9a-f]{24}"));
            page.keyboard().press("/");
            assertThat(page.evaluate("document.activeElement.id")).isEqualTo("find");
            page.keyboard().press("Escape");
            page.locator("main").focus();
            page.keyboard().press("?");
            page.locator("dialog .keys").waitFor();
            audit.check("keys");
            page.keyboard().press("Escape");
            page.locator("dialog").waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED));
            audit.assertClean();
        }
    }
}
