package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ListColumn.Format;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.FilterValues;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A record: its fields, what can be done with it, what belongs to it, and what happened to it. */
record RecordPage(DashboardApi api, FormGuard guard, Sellers sellers, RecordList list, String publicUrl) {
    Future<?> show(DashboardRequest open) {
        String id = id(open);
        Future<ObjectNode> record = record(api, open, list, id);
        Future<@Nullable ObjectNode> timeline = open.mayWithAll(RecordTimeline.SCOPE)
                ? api.get(open, RecordTimeline.target(id)).map(answer -> answer)
                : Future.succeededFuture(null);
        return Future.all(record, timeline, sellers.seller(open.membership().sellerId()))
                .onSuccess(read -> DashboardRenderer.send(
                        open.ctx(),
                        200,
                        "record",
                        view(
                                open,
                                record.result(),
                                timeline.result(),
                                read.<Sellers.Seller>resultAt(2).zone())));
    }

    /**
     * Returns the id in the path.
     *
     * @throws ApiError 404 if it is none
     */
    static String id(DashboardRequest open) {
        String id = Objects.requireNonNull(open.ctx().pathParam("id"));
        if (!FilterValues.isId(id)) {
            throw ApiError.notFound("Page");
        }
        return id;
    }

    /** Returns a record as the API returns it. */
    static Future<ObjectNode> record(DashboardApi api, DashboardRequest open, RecordList list, String id) {
        return api.get(open, list.path() + "/" + id).map(answer -> (ObjectNode) answer.get("data"));
    }

    /** Returns what people call a record. */
    static String title(RecordList list, JsonNode record) {
        String title = list.columns().get(0).value(record).asText("");
        return title.isEmpty() ? record.path("id").asText() : title;
    }

    private RecordView view(DashboardRequest open, ObjectNode record, @Nullable ObjectNode timeline, ZoneId zone) {
        ValueFormat format = new ValueFormat(zone);
        RecordFacts facts = new RecordFacts(list, open, record, format)
                .read(api.resource(list.path()).fields());
        String path = open.path(list.section());
        String id = record.path("id").asText();
        String title = title(list, record);
        return new RecordView(
                Frame.of(open, guard, list.section(), list.noun() + " " + title),
                list.noun(),
                title,
                state(record, format),
                path,
                Action.done(list, open.ctx().request().getParam("done")),
                RecordLinks.actions(list, record, open, path + "/" + id),
                facts.facts,
                facts.groups,
                facts.tables,
                facts.technical,
                RecordLinks.related(list, record, open, path + "/" + id),
                timeline == null ? null : RecordTimeline.entries(open, timeline, format),
                record.toPrettyString(),
                "curl \"" + publicUrl + list.path() + "/" + id + "\" -H \"Authorization: Bearer $TOLLGATE_KEY\"");
    }

    private @Nullable Cell state(ObjectNode record, ValueFormat format) {
        return list.columns().stream()
                .filter(column ->
                        column.format() == Format.STATUS && column.label().equals("Status"))
                .findFirst()
                .map(column -> format.cell(column.format(), column.value(record), record))
                .orElse(null);
    }
}
