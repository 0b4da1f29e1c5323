package io.tollgate.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Chromium without a window. Tests that use it are skipped where it is not installed. */
public final class TestBrowser implements AutoCloseable {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private static final Pattern EXPECTED = Pattern.compile("Failed to load resource: .* status of (402|409|422) .*");

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> errors = new ArrayList<>();

    private TestBrowser(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    public static TestBrowser open() {
        Path chromium = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(chromium != null, "Chromium is not installed");
        assumeTrue(hasDriver(), "run with -Pbrowser");
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium)
                        .setArgs(List.of("--no-sandbox")));
        return new TestBrowser(playwright, browser);
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
        BrowserContext context = browser.newContext(options);
        Page page = context.newPage();
        page.setDefaultTimeout(20_000);
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

    /** Saves a picture of the whole page. */
    public static void picture(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(SCREENSHOTS.resolve(name + ".png")));
    }

    /** Fails if a page logged an error, such as a script that its policy forbids. */
    public void requireNoErrors() {
        assertThat(errors).isEmpty();
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
