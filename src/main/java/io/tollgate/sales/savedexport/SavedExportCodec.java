package io.tollgate.sales.savedexport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.export.ListFormat;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.RecordDeletion;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Decodes and encodes saved exports. */
final class SavedExportCodec extends RecordCodec<SavedExport> {
    static final SavedExportCodec CODEC = new SavedExportCodec();

    private static final String LOCK_TO_DELETE =
            "SELECT FROM saved_export WHERE seller_id = $1 AND livemode = $2 AND id = $3 ORDER BY id FOR UPDATE";

    private SavedExportCodec() {
        super(SavedExports.RESOURCE);
    }

    /** Returns the export that a body asks for. */
    SavedExport asked(Input input) {
        return decode(input.values());
    }

    @Override
    protected SavedExport decode(ObjectNode record) {
        List<Map.Entry<String, String>> filters = new ArrayList<>();
        record.path("filters")
                .properties()
                .forEach(entry ->
                        filters.add(Map.entry(entry.getKey(), entry.getValue().asText())));
        List<String> columns = new ArrayList<>();
        for (JsonNode column : record.path("columns")) {
            columns.add(column.asText());
        }
        return new SavedExport(
                record.path("id").asText(),
                record.path("list").asText(),
                filters,
                columns,
                ListFormat.valueOf(record.path("format").asText("csv").toUpperCase(Locale.ROOT)),
                record.path("delimiter").asText("comma"),
                record.path("bom").asBoolean(),
                ExportSchedule.of(record.path("schedule").asText("once")),
                record.path("sendNotification").asBoolean(),
                text(record, "notifyEmail"),
                SavedExport.Status.valueOf(
                        record.path("status").asText("pending").toUpperCase(Locale.ROOT)),
                text(record, "failure"),
                time(record, "lastRunAt"),
                time(record, "nextRunAt"));
    }

    @Override
    protected void encode(ObjectNode record, SavedExport former, SavedExport next) {
        put(record, "status", word(former.status()), word(next.status()));
        put(record, "failure", former.failure(), next.failure());
        put(record, "lastRunAt", former.lastRunAt(), next.lastRunAt());
        put(record, "nextRunAt", former.nextRunAt(), next.nextRunAt());
    }

    /** Inserts an export whose first file is due now, and returns its bytes. */
    Future<Buffer> insert(WriteContext write, SavedExport export) {
        ObjectNode record = JsonNodeFactory.instance.objectNode();
        record.put("id", write.newId()).put("sellerId", write.scope().sellerId());
        record.put("list", export.list());
        ObjectNode filters = record.putObject("filters");
        export.filters().forEach(filter -> filters.put(filter.getKey(), filter.getValue()));
        export.columns().forEach(record.putArray("columns")::add);
        record.put("format", word(export.format())).put("delimiter", export.delimiter());
        record.put("bom", export.bom()).put("schedule", word(export.schedule()));
        record.put("sendNotification", export.notifying()).put("notifyEmail", export.notifyEmail());
        record.put("status", word(SavedExport.Status.PENDING)).putNull("failure");
        record.putNull("lastRunAt").put("nextRunAt", Times.text(write.now()));
        record.put("livemode", write.scope().live());
        record.put("createdAt", Times.text(write.now())).put("updatedAt", Times.text(write.now()));
        return insert(write, record);
    }

    /**
     * Locks an export that may be deleted, before its files. A weaker lock would have to be raised after the locks of
     * the files.
     */
    Future<LockedRecord<SavedExport>> lockToDelete(WriteContext write, String id) {
        return write.transaction()
                .preparedQuery(LOCK_TO_DELETE)
                .execute(ExportFiles.names(write.scope(), id))
                .compose(locked -> lock(write, id));
    }

    /** Deletes an export without files. */
    Future<Void> delete(WriteContext write, LockedRecord<SavedExport> export) {
        String id = export.value().id();
        return RecordDeletion.delete(write.transaction(), write.scope(), SavedExports.RESOURCE, List.of(id))
                .compose(deleted -> write.audit(SavedExports.RESOURCE, id, record(export), null));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
