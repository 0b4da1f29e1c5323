package io.tollgate.support;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Checks pages with axe: the rules of WCAG 2.2 AA and axe's best practices. */
public final class Accessibility {
    private static final String SCRIPT = script();

    private static final String RUN = """
            async () => (await axe.run(document, {
              runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
              resultTypes: ['violations'],
              iframes: false,
            })).violations.flatMap((violation) => violation.nodes.map(
              (node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary}`))
            """;

    private Accessibility() {}

    private static String script() {
        try (InputStream script = Accessibility.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the violations of a page, which must have been opened with a context that bypasses its policy. */
    @SuppressWarnings("unchecked")
    public static List<String> violations(Page page) {
        if (!(Boolean) page.evaluate("'axe' in window")) {
            page.evaluate(SCRIPT + "; undefined");
        }
        return (List<String>) page.evaluate(RUN);
    }
}
