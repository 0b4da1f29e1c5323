package io.tollgate.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Chromium without a window, which a test class registers as an extension. Its tests are skipped where it is not
 * installed.
 */
public final class TestBrowser
        implements BeforeAllCallback, AfterTestExecutionCallback, AfterEachCallback, AfterAllCallback {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private static final Pattern EXPECTED = Pattern.compile("Failed to load resource: .* status of (402|409|422) .*");

    /** For each step and each expectation, on a machine whose cores are all busy. */
    private static final int TIMEOUT_MILLIS = 20_000;

    private final boolean strict;
    private final List<String> errors = new ArrayList<>();
    private @Nullable Playwright playwright;
    private @Nullable Browser browser;

    private TestBrowser(boolean strict) {
        this.strict = strict;
    }

    /** Returns a browser for the tests of a class, which fail if a page logs an error. */
    public static TestBrowser create() {
        return new TestBrowser(true);
    }

    /** Returns a browser for tests that also open pages with a status of an error, which browsers log. */
    public static TestBrowser tolerant() {
        return new TestBrowser(false);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        Path chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(chromium != null, "Chromium is not installed");
        assumeTrue(hasDriver(), "run with -Pbrowser");
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox")));
    }

    private static boolean hasDriver() {
        try {
            Class.forName("com.microsoft.playwright.impl.driver.jar.DriverJar");
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    /** Opens a page of this width in pixels, with its own cookies. Errors that it logs are collected. */
    public Page page(int width) {
        return page(new Browser.NewContextOptions().setViewportSize(width, 900));
    }

    public Page page(Browser.NewContextOptions options) {
        BrowserContext context = Objects.requireNonNull(browser).newContext(options);
        Page page = context.newPage();
        page.setDefaultTimeout(TIMEOUT_MILLIS);
        page.onPageError(errors::add);
        page.onConsoleMessage(message -> {
            // Chromium logs every response with an error status, also those that a page expects.
            boolean expected = EXPECTED.matcher(message.text()).matches();
            if (message.type().equals("error") && !expected) {
                errors.add(message.text());
            }
        });
        return page;
    }

    /**
     * Sends each form of this page twice, as two clicks on a slow connection do. Chromium itself drops the first of two
     * clicks that follow each other at once.
     *
     * @return the statuses of the additional responses, to which each form adds one
     */
    public static List<Integer> repeatForms(Page page) {
        List<Integer> statuses = new ArrayList<>();
        page.route(address -> true, route -> {
            boolean form = route.request().isNavigationRequest()
                    && route.request().method().equals("POST");
            if (form) {
                statuses.add(
                        route.fetch(new Route.FetchOptions().setMaxRedirects(0)).status());
            }
            route.resume();
        });
        return statuses;
    }

    /** Saves a picture of the whole page. */
    public static void picture(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(SCREENSHOTS.resolve(name + ".png")));
    }

    /** Adds what the open pages show to the failure of a test, because a timeout alone does not tell why. */
    @Override
    public void afterTestExecution(ExtensionContext context) {
        context.getExecutionException()
                .ifPresent(failure -> Objects.requireNonNull(browser).contexts().stream()
                        .flatMap(opened -> opened.pages().stream())
                        .forEach(page ->
                                failure.addSuppressed(new AssertionError(page.url() + "\n" + page.innerText("body")))));
    }

    /** Fails if a page logged an error, such as a script that its policy forbids. */
    @Override
    public void afterEach(ExtensionContext context) {
        if (strict) {
            assertThat(errors).isEmpty();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (browser != null) {
            browser.close();
        }
        if (playwright != null) {
            playwright.close();
        }
    }
}
