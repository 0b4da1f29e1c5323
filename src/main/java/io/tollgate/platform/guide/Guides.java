package io.tollgate.platform.guide;

import io.tollgate.platform.http.StaticFile;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** All guides and manuals, in reading order. */
public final class Guides {
    /** Names of the files, in reading order. */
    public static final List<String> NAMES = List.of(
            Guide.INDEX,
            "getting-started",
            "lists",
            "keep-in-step",
            "webhooks",
            "export",
            "writes",
            "errors",
            "idempotency",
            "tickets",
            "hosted-pages",
            "customer-portal",
            "dashboard",
            "agents",
            "buying-agents",
            "test-mode");

    /** Names of the files for operators of an installation. */
    public static final List<String> MANUALS = List.of("operations", "settings", "mail", "processor");

    private static final String LLMS_TXT = """
            # Tollgate

            > %s

            Each guide is Markdown. Every request below `/v1` needs the header `Authorization: Bearer <API key>`.

            ## Guides

            %s
            ## Manuals for operators

            %s
            ## Reference

            - [OpenAPI 3.1 document](/openapi.json): every endpoint, parameter, field and error of the API
            - [Reference as a page](/docs/reference): the same document, for browsers
            """;

    private Guides() {}

    /** Holder for lazy parsing. */
    private static final class Holder {
        static final List<Guide> ALL = parsed(NAMES);
        static final List<Guide> MANUALS = parsed(Guides.MANUALS);

        private static List<Guide> parsed(List<String> names) {
            return names.stream()
                    .map(name -> GuideParser.parse(
                            name, new String(StaticFile.read(Guide.markdownPathOf(name)), StandardCharsets.UTF_8)))
                    .toList();
        }
    }

    /** Returns all guides, the index first. Blocks on the first call, which reads and parses them. */
    public static List<Guide> all() {
        return Holder.ALL;
    }

    /** Returns all manuals. Blocks on the first call, like {@link #all()}. */
    public static List<Guide> manuals() {
        return Holder.MANUALS;
    }

    /** Returns the guide of one of {@link #NAMES}, or the manual of one of {@link #MANUALS}. */
    public static Guide named(String name) {
        int manual = MANUALS.indexOf(name);
        return manual < 0 ? all().get(NAMES.indexOf(name)) : manuals().get(manual);
    }

    /** Returns the index of the guides for language models: <a href="https://llmstxt.org">llms.txt</a>. */
    public static String llmsText() {
        return LLMS_TXT.formatted(all().get(0).summary(), listed(all().subList(1, all().size())), listed(manuals()));
    }

    private static String listed(List<Guide> guides) {
        StringBuilder list = new StringBuilder();
        guides.forEach(guide ->
                list.append("- [%s](%s): %s\n".formatted(guide.title(), guide.markdownPath(), guide.summary())));
        return list.toString();
    }
}
