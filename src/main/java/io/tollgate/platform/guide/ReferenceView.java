package io.tollgate.platform.guide;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the templates of the reference show. Texts named {@code html} are HTML already. */
public final class ReferenceView {
    private ReferenceView() {}

    /** The first page of the reference: what holds for all endpoints, and a list of all endpoints. */
    public record Index(String html, List<Group> groups) {}

    /**
     * The endpoints of one kind of record.
     *
     * @param objects the schemas of its responses, which have a page of their own
     */
    public record Group(String name, String html, List<Operation> operations, List<Section> objects) {
        /** Returns the path of the page with the endpoints. */
        public String path() {
            return pathOf(name);
        }

        /** Returns the path of the page with the objects. */
        public String objectsPath() {
            return path() + "/objects";
        }

        /** Returns the path of the page of a group. */
        public static String pathOf(String name) {
            return "/docs/reference/" + name.toLowerCase(Locale.ROOT).replace(' ', '-');
        }
    }

    /**
     * An endpoint.
     *
     * @param id its operation id, which is the anchor on the page of its group
     * @param body the fields of the request body, or null
     * @param statuses of its error responses
     */
    public record Operation(
            String id,
            String method,
            String path,
            String summary,
            String html,
            List<SchemaFields.Row> parameters,
            @Nullable Section body,
            Success success,
            List<String> statuses,
            List<Sample> samples) {}

    /** A response that reports success. A document has a media type and no fields. */
    public record Success(String status, String mediaType, String html, List<SchemaFields.Row> fields) {}

    /**
     * A schema with its fields.
     *
     * @param mediaType of the request that has it as its body; empty for objects
     * @param example JSON, or null
     */
    public record Section(
            String name,
            String mediaType,
            String html,
            List<SchemaFields.Row> fields,
            @Nullable String example) {}

    /** A request in one language. */
    public record Sample(String language, String code) {}

    /** The page of statuses and codes of error responses. */
    public record Errors(List<Status> statuses) {}

    /**
     * A status of responses other than 200 and 201.
     *
     * @param html its description; empty if no endpoint documents it
     */
    public record Status(String status, String html, List<Code> codes) {}

    /** A code of error responses, with the sentences of endpoints that mention it. */
    public record Code(String code, List<Mention> mentions) {}

    /** A sentence of an endpoint. */
    public record Mention(String path, String summary, String html) {}

    /** The page of the events that webhooks get, by kinds of records. */
    public record Events(List<Kind> kinds) {
        static final String PATH = "/docs/reference/webhook-events";
    }

    /**
     * The events about one kind of record, with the schema of their payload.
     *
     * @param records the schemas of the record that no other page shows
     */
    public record Kind(List<EventType> types, Section payload, List<Section> records) {}

    /** A type of event. */
    public record EventType(String name, String html) {}

    /** The results of a search. */
    public record Results(String query, List<SearchIndex.Hit> hits) {}
}
