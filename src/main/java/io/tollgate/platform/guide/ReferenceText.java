package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The descriptions of the OpenAPI document as HTML. Codes of errors link to the page of errors. */
final class ReferenceText {
    static final String ERRORS_PATH = "/docs/reference/errors";

    /** A status with its codes, in the description of the field {@code code} of errors. */
    private static final Pattern STATUS = Pattern.compile("(\\d{3}): ((?:`[a-z_]+`(?:, )?)+)");

    private static final Pattern WORD = Pattern.compile("`([a-z_]+)`");
    private static final Pattern CODE_ELEMENT = Pattern.compile("<code>([a-z_]+)</code>");

    private final Map<String, List<String>> codes = new LinkedHashMap<>();

    /** @param schemas of the OpenAPI document, of which Error lists the codes */
    ReferenceText(JsonNode schemas) {
        Matcher status =
                STATUS.matcher(schemas.at("/Error/properties/code/description").asText());
        while (status.find()) {
            List<String> words = new ArrayList<>();
            WORD.matcher(status.group(2)).results().forEach(word -> words.add(word.group(1)));
            codes.put(status.group(1), words);
        }
    }

    /** Returns the codes of each status, in the order of the document. */
    Map<String, List<String>> codes() {
        return codes;
    }

    /** Returns paragraphs as HTML. */
    String block(String markdown) {
        return CODE_ELEMENT.matcher(GuideParser.fragment(markdown)).replaceAll(code -> {
            boolean known = codes.values().stream().anyMatch(each -> each.contains(code.group(1)));
            return Matcher.quoteReplacement(
                    known
                            ? "<a href=\"" + ERRORS_PATH + "#" + code.group(1) + "\">" + code.group() + "</a>"
                            : code.group());
        });
    }

    /** Returns a description of one paragraph as HTML without an element around it. */
    String inline(String markdown) {
        String html = block(markdown).strip();
        boolean single = html.startsWith("<p>") && html.endsWith("</p>") && html.indexOf("<p>", 1) < 0;
        return single ? html.substring("<p>".length(), html.length() - "</p>".length()) : html;
    }
}
