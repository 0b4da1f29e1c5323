package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.http.StaticFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page to begin with: the body of the write that creates it. Times in it are relative, such as {@code in 30 days at
 * 19:00}, and it has no currency.
 *
 * @param id in forms
 * @param list of the page
 * @param description one line
 */
record PageTemplate(String id, RecordList list, String name, String description, ObjectNode body) {
    private static final Pattern TIME = Pattern.compile("in ([0-9]{1,3}) days at ([0-9]{2}:[0-9]{2})");

    /** All templates, in the order of the page. */
    static final List<PageTemplate> ALL = Stream.of(
                    "e-book",
                    "online-course",
                    "membership",
                    "donation",
                    "consulting-call",
                    "physical-product",
                    "concert",
                    "workshop",
                    "meetup",
                    "webinar",
                    "contact",
                    "application",
                    "waiting-list")
            .map(PageTemplate::read)
            .toList();

    private static PageTemplate read(String id) {
        try {
            JsonNode file = new ObjectMapper().readTree(StaticFile.read("/dashboard/templates/" + id + ".json"));
            RecordList list = Stream.of(RecordList.values())
                    .filter(one -> one.path().equals("/v1/" + file.path("list").asText()))
                    .findFirst()
                    .orElseThrow();
            return new PageTemplate(
                    id,
                    list,
                    file.path("name").asText(),
                    file.path("description").asText(),
                    (ObjectNode) file.path("body"));
        } catch (IOException broken) {
            throw new UncheckedIOException("template " + id + " is not JSON", broken);
        }
    }

    /** Reads the templates, whose first use would delay a request. Blocks. */
    static void prepare() {
        of(RecordList.FORMS);
    }

    static List<PageTemplate> of(RecordList list) {
        return ALL.stream().filter(template -> template.list == list).toList();
    }

    /** Returns the template with an id, which must exist. */
    static PageTemplate named(String id) {
        return ALL.stream()
                .filter(template -> template.id.equals(id))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Returns the body of the write.
     *
     * @param currency of its amounts; forms ignore it
     * @param zone of its times
     */
    ObjectNode body(String name, String currency, boolean testmode, Instant now, ZoneId zone) {
        ObjectNode made = body.deepCopy();
        replaceTexts(made, text -> time(text, now, zone));
        made.put("name", name).put("status", "draft").put("testmode", testmode);
        if (made.path("productData") instanceof ObjectNode product) {
            if (product.path("price") instanceof ObjectNode price) {
                price.put("currency", currency);
            }
            product.path("prices").forEach(price -> ((ObjectNode) price).put("currency", currency));
        }
        if (made.path("eventDetails") instanceof ObjectNode details) {
            String id = zone.getId();
            details.put("currency", currency).put("timezone", TimeZones.has(id) ? id : "UTC");
        }
        return made;
    }

    private static void replaceTexts(JsonNode node, UnaryOperator<String> replaced) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(member -> {
                if (member.getValue().isTextual()) {
                    member.setValue(
                            TextNode.valueOf(replaced.apply(member.getValue().textValue())));
                } else {
                    replaceTexts(member.getValue(), replaced);
                }
            });
        } else if (node instanceof ArrayNode) {
            node.forEach(one -> replaceTexts(one, replaced));
        }
    }

    private static String time(String text, Instant now, ZoneId zone) {
        Matcher time = TIME.matcher(text);
        return time.matches()
                ? now.atZone(zone)
                        .plusDays(Long.parseLong(time.group(1)))
                        .with(LocalTime.parse(time.group(2)))
                        .truncatedTo(ChronoUnit.MINUTES)
                        .toInstant()
                        .toString()
                : text;
    }
}
