package io.tollgate.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks pages with axe and for horizontal scrolling, and collects what is wrong, so that one run reports all
 * violations.
 */
public final class PageAudit implements AutoCloseable {
    /** The narrowest screen that pages support, in pixels. */
    public static final int NARROW = 320;

    public static final int WIDE = 1280;

    /** Languages that differ the most: long words, no spaces, and the other direction of writing. */
    public static final List<String> LANGUAGES = List.of("en", "de", "ja", "ar");

    private static final int HEIGHT = 900;
    private static final String FITS = "document.documentElement.scrollWidth <= window.innerWidth";

    private final Page page;
    private final String url;
    private final List<String> found = new ArrayList<>();

    private PageAudit(Page page, String url) {
        this.page = page;
        this.url = url;
    }

    /** @param url of the gateway, which precedes the paths of pages */
    public static PageAudit open(TestBrowser browser, String url, int width, ColorScheme scheme) {
        return open(browser, url, options(width).setColorScheme(scheme));
    }

    /** Opens a browser whose user prefers this language. */
    public static PageAudit preferring(TestBrowser browser, String url, String language) {
        return open(browser, url, options(NARROW).setLocale(language));
    }

    private static Browser.NewContextOptions options(int width) {
        return new Browser.NewContextOptions().setViewportSize(width, HEIGHT);
    }

    private static PageAudit open(TestBrowser browser, String url, Browser.NewContextOptions options) {
        // The policy of the pages forbids the script of axe.
        return new PageAudit(browser.page(options.setBypassCSP(true)), url);
    }

    public Page page() {
        return page;
    }

    /** Opens a page, waits for the form of the processor if it has one, and returns the status of the response. */
    public int navigate(String path) {
        Response response = page.navigate(url + path);
        if (page.locator("#payment").count() > 0) {
            page.locator("#payment button:not([disabled])").waitFor();
        }
        return response.status();
    }

    /** Opens a page in a language and checks it. */
    public void check(String state, String path, String language) {
        navigate(path + (path.contains("?") ? "&lang=" : "?lang=") + language);
        assertThat(page.locator("html").getAttribute("lang")).as(state).startsWith(language);
        check(state + " " + language);
    }

    /** Checks the page as it is now. */
    public void check(String state) {
        if (!(Boolean) page.evaluate(FITS)) {
            found.add(state + ": the page scrolls horizontally");
        }
        Accessibility.violations(page).forEach(violation -> found.add(state + ": " + violation));
    }

    public void resize(int width) {
        page.setViewportSize(width, HEIGHT);
    }

    /** Fails if a page that was checked has a violation. */
    public void assertClean() {
        assertThat(found).isEmpty();
    }

    @Override
    public void close() {
        page.context().close();
    }
}
