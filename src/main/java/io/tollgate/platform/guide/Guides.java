package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.http.StaticFile;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** All guides, in reading order. */
public final class Guides {
    /** Names of the files, in reading order. */
    public static final List<String> NAMES = List.of(
            Guide.INDEX,
            "getting-started",
            "lists",
            "writes",
            "errors",
            "idempotency",
            "tickets",
            "hosted-pages",
            "customer-portal",
            "test-mode");

    private static final String LLMS_TXT = """
            # Tollgate

            > %s

            Each guide is Markdown. Every request below `/v1` needs the header `Authorization: Bearer <API key>`.

            ## Guides

            %s
            ## Reference

            - [OpenAPI 3.1 document](/openapi.json): every endpoint, parameter, field and error of the API
            - [Reference as a page](/docs/reference): the same document, for browsers
            """;

    private Guides() {}

    /** Holder for lazy parsing. */
    private static final class Holder {
        static final List<Guide> ALL = NAMES.stream()
                .map(name -> GuideParser.parse(
                        name, new String(StaticFile.read(Guide.markdownPathOf(name)), StandardCharsets.UTF_8)))
                .toList();
    }

    /** Returns all guides, the index first. Blocks on the first call, which reads and parses them. */
    public static List<Guide> all() {
        return Holder.ALL;
    }

    /** Returns the guide of one of {@link #NAMES}. */
    public static Guide named(String name) {
        return all().get(NAMES.indexOf(name));
    }

    /** Returns the index of the guides for language models: <a href="https://llmstxt.org">llms.txt</a>. */
    public static String llmsText() {
        StringBuilder guides = new StringBuilder();
        for (Guide guide : all().subList(1, all().size())) {
            guides.append("- [%s](%s): %s\n".formatted(guide.title(), guide.markdownPath(), guide.summary()));
        }
        return LLMS_TXT.formatted(all().get(0).summary(), guides);
    }

    /** Returns the sections of all guides as JSON, for the script that searches them. */
    public static ArrayNode searchIndex() {
        ArrayNode index = JsonNodeFactory.instance.arrayNode();
        for (Guide guide : all()) {
            for (Guide.Section section : guide.sections()) {
                String anchor = section.anchor().isEmpty() ? "" : "#" + section.anchor();
                index.addObject()
                        .put("url", guide.path() + anchor)
                        .put("page", guide.title())
                        .put("heading", section.heading())
                        .put("text", section.text());
            }
        }
        return index;
    }
}
