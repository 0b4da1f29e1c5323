package io.tollgate.sales.savedexport;

import static io.tollgate.sales.savedexport.SavedExportCodec.CODEC;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.sales.savedexport.ExportFiles.Stored;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Endpoints that save and delete exports, and list their files. */
public final class SavedExportRoutes {
    private static final int MAX = 100;
    private static final String ONE = "/v1/exports/{exportId}";

    private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('exports of ' || $1, 0))";
    private static final String COUNT = "SELECT count(*) FROM saved_export WHERE seller_id = $1 AND livemode = $2";

    private static final Body CREATE = Body.of("ExportCreate", """
            {
              "list": "payments",
              "filters": { "status": "paid", "createdAfter": "2026-01-01T00:00:00.000Z" },
              "columns": ["id", "createdAt", "customerEmail", "amount", "currency"],
              "format": "csv",
              "schedule": "once"
            }
            """, SavedExports.SCHEMA.create());

    private static final Endpoint.Schema FILES = new Endpoint.Schema(
            "ExportFiles",
            "The complete files of an export that have not expired, newest first.",
            List.of(Field.list(
                            "files",
                            Field.id("id").doc("Id of the file.").always(),
                            Field.text("name").doc("Name of the file.").always(),
                            Field.integer("size").doc("Size in bytes.").always(),
                            Field.integer("records")
                                    .doc("Number of records in the file.")
                                    .always(),
                            Field.text("url")
                                    .doc("Link at which the file can be fetched without an API key. Valid for five "
                                            + "minutes.")
                                    .always(),
                            Field.time("createdAt")
                                    .doc("When the file was begun. Later records are not in it.")
                                    .always(),
                            Field.time("expiresAt")
                                    .doc("When the file is deleted.")
                                    .always())
                    .doc("The files.")
                    .always()));

    private final WriteExecutor writes;
    private final Records records;
    private final ExportedLists lists;
    private final ExportFiles files;
    private final ExportReads reads;
    private final ExportLinks links;

    public SavedExportRoutes(SavedExportParts parts, Records records, Database database) {
        this.writes = parts.writes();
        this.records = records;
        this.lists = parts.lists();
        this.files = parts.files();
        this.links = parts.links();
        this.reads = new ExportReads(database);
    }

    public List<Endpoint> all() {
        return List.of(create(), delete(), files());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createExport", """
                Saves an export and begins its first file. The key also needs the `:read` scope of the list. The file \
                has the same bytes as a request for the list with the same filters and columns. An account can have \
                100 exports in each mode: 400 for the next.""", CREATE).creating();
        return writes.endpoint(
                HttpMethod.POST, "/v1/exports", "Create an export", SavedExports.RESOURCE, writing, this::create);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CREATE);
        lists.validate(input);
        input.check();
        SavedExport asked = CODEC.asked(input);
        requireList(request.caller(), asked);
        return write -> requireRoom(write)
                // Names of columns depend on the pages of the seller.
                .compose(room -> lists.open(write.scope(), asked, write.now(), null))
                .compose(opened -> CODEC.insert(write, asked))
                .compose(bytes -> schedule(write, CODEC.decode(bytes).id()).map(bytes))
                .map(bytes -> ApiResponse.record(201, bytes));
    }

    /** Requires the scope of the list, so that no key reads more by its files. */
    private static void requireList(Caller caller, SavedExport export) {
        caller.require(export.list() + ":read");
    }

    private static Future<Void> schedule(WriteContext write, String id) {
        Task task = Task.of(write.scope(), write.newId(), ExportRun.KIND, id, new JsonObject());
        return Tasks.schedule(write.transaction(), task, write.now(), write.now());
    }

    private static Future<Void> requireRoom(WriteContext write) {
        Scope scope = write.scope();
        return write.transaction()
                .preparedQuery(LOCK)
                .execute(Tuple.of(scope.sellerId()))
                .compose(locked ->
                        write.transaction().preparedQuery(COUNT).execute(Tuple.of(scope.sellerId(), scope.live())))
                .map(rows -> {
                    if (rows.iterator().next().getLong(0) >= MAX) {
                        throw ApiError.invalid("list", "cannot be exported: there are 100 exports; delete one", null);
                    }
                    return null;
                });
    }

    private Endpoint delete() {
        String description = "Deletes an export with its files and stops its schedule.";
        Writing writing =
                Writing.of("deleteExport", description, Body.NONE).withResponseSchema(Endpoint.Schema.DELETED);
        WriteExecutor.Plan plan = request -> {
            request.input(Body.NONE, "exportId").check();
            String id = request.id("exportId");
            return write -> CODEC.lockToDelete(write, id)
                    .compose(export -> files.deleteAll(write, id)
                            .compose(deleted -> CODEC.delete(write, export))
                            .compose(deleted -> Tasks.delete(write.transaction(), write.scope(), ExportRun.KIND, id)))
                    .map(deleted -> ApiResponse.deleted(SavedExports.RESOURCE.noun()));
        };
        return writes.endpoint(HttpMethod.DELETE, ONE, "Delete one export", SavedExports.RESOURCE, writing, plan);
    }

    private Endpoint files() {
        return new Endpoint(
                        HttpMethod.GET,
                        ONE + "/files",
                        "List the files of an export in the mode of the key",
                        Endpoint.Shape.RECORD,
                        SavedExports.RESOURCE,
                        this::files)
                .withResponseSchema(FILES);
    }

    private Future<ApiResponse> files(Request request) {
        String id = request.ids("exportId").get(0);
        Scope scope = request.caller().writing();
        return records.get(scope, SavedExports.RESOURCE, id)
                .compose(export -> {
                    requireList(request.caller(), CODEC.decode(export));
                    return reads.ofExport(scope, id, links.now());
                })
                .map(all -> {
                    JsonArray shown = new JsonArray();
                    all.forEach(file -> shown.add(shown(scope, file)));
                    Buffer body = new JsonObject().put("files", shown).toBuffer();
                    return ApiResponse.record(200, body);
                });
    }

    private JsonObject shown(Scope scope, Stored file) {
        return new JsonObject()
                .put("id", file.id())
                .put("name", file.name())
                .put("size", file.bytes())
                .put("records", file.records())
                .put("url", links.sign(scope, file.id(), file.name()))
                .put("createdAt", Times.text(file.createdAt()))
                .put("expiresAt", Times.textOrNull(file.expiresAt()));
    }
}
