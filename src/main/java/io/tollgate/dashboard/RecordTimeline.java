package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.dashboard.RecordView.Entry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the timeline of a record to people. */
final class RecordTimeline {
    static final String SCOPE = "timeline:read";
    private static final int MAX = 100;

    private RecordTimeline() {}

    /** Returns the read of the API that returns the timeline. */
    static String target(String recordId) {
        return "/v1/timeline?limit=" + MAX + "&recordId=" + recordId;
    }

    static List<Entry> entries(DashboardRequest open, ObjectNode answer, ValueFormat format) {
        List<Entry> entries = new ArrayList<>();
        for (JsonNode entry : answer.at("/data/entries")) {
            JsonNode status = entry.path("status");
            String kind = entry.path("kind").asText();
            entries.add(new Entry(
                    kind,
                    title(kind, entry),
                    status.isNull() ? null : status(kind, status.asText()),
                    format.cell(Format.TIME, entry.path("at"), entry),
                    actor(entry),
                    path(open, kind, entry)));
        }
        return entries;
    }

    private static String title(String kind, JsonNode entry) {
        String type = entry.path("type").asText();
        String detail = entry.path("detail").asText("");
        return switch (kind) {
            case "mail" -> "E-mail: " + lower(type);
            case "webhook_delivery" -> "Webhook " + detail + ": " + type;
            case "processor_event" -> "Processor: " + type;
            case "refused_call" -> type + (entry.path("detail").isNull() ? "" : ": " + lower(detail));
            case "change" -> type;
            default -> ValueFormat.words(type.replace('.', ' '));
        };
    }

    private static String lower(String words) {
        return words.replace('_', ' ');
    }

    private static Cell status(String kind, String status) {
        return kind.equals("refused_call") ? Cell.styled(status, "status bad") : ValueFormat.status(status);
    }

    private static String actor(JsonNode entry) {
        String type = ValueFormat.words(entry.path("actor").asText());
        return entry.path("actorName").isNull()
                ? type.equals("System") ? "Tollgate" : type
                : entry.path("actorName").asText();
    }

    private static @Nullable String path(DashboardRequest open, String kind, JsonNode entry) {
        Section section = switch (kind) {
            case "change" -> Section.AUDIT_LOG;
            case "refused_call" -> Section.REQUEST_LOG;
            default -> null;
        };
        return section == null || !section.isOpenTo(open)
                ? null
                : open.path(section) + "/" + entry.path("id").asText();
    }
}
