package io.tollgate.platform.guide;

import com.microsoft.playwright.options.ColorScheme;
import io.tollgate.support.PageAudit;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestBrowser;
import io.tollgate.support.TestGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Pages of the documentation have no violation of axe, light and dark, narrow and wide, with all parts open. */
class AccessibilityOfDocsTest {
    private static final List<String> KINDS = List.of(
            "/docs",
            "/docs/settings",
            "/docs/reference",
            "/docs/reference/coupons",
            "/docs/reference/coupons/objects",
            "/docs/reference/errors",
            "/docs/reference/webhook-events",
            "/docs/search?q=refnd");
    private static final int PHONE = 390;

    @RegisterExtension
    static final TestBrowser browser = TestBrowser.tolerant();

    /** One page of each kind. */
    @Test
    void every_kind_of_page() {
        check(KINDS, true);
    }

    @SecondStage
    @Test
    void every_page() {
        List<String> pages = new ArrayList<>(ReferenceTest.pages());
        Stream.concat(Guides.all().stream(), Guides.manuals().stream()).forEach(guide -> pages.add(guide.path()));
        check(pages, false);
    }

    private static void check(List<String> pages, boolean pictures) {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (PageAudit audit = PageAudit.open(browser, TestGateway.shared().url(), PageAudit.WIDE, scheme)) {
                for (String page : pages) {
                    audit.resize(PageAudit.WIDE);
                    audit.navigate(page);
                    audit.page().evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))");
                    for (int width : List.of(PHONE, PageAudit.WIDE)) {
                        audit.resize(width);
                        audit.check(page + " " + scheme + " " + width);
                        if (pictures) {
                            String name = "docs" + page.replaceAll("\\W", "-") + "-" + scheme + "-" + width;
                            TestBrowser.picture(audit.page(), name);
                        }
                    }
                }
                audit.assertClean();
            }
        }
    }
}
