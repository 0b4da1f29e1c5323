package io.tollgate.catalog.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks up the files that a body refers to and locks them, so that none is deleted before the write commits. */
public final class FileReferences {
    /** The problem of an unknown file and of another seller's file, which are not distinguished. */
    public static final String UNKNOWN = "One or more file IDs not found or not owned by your account";

    public static final String NO_IMAGE = "must be a file uploaded with the purpose image";

    private static final List<String> SHOWN = List.of("name", "size", "width", "height");

    private static final String FIND = """
            SELECT seller_id, NULL::boolean, id, document::text FROM file
            WHERE seller_id = $1 AND id = ANY ($2) ORDER BY id FOR KEY SHARE
            """;

    private FileReferences() {}

    /** Returns the files that exist and belong to the seller, by id, and locks their rows. */
    public static Future<Map<String, ObjectNode>> find(SqlConnection transaction, Scope scope, Collection<String> ids) {
        if (ids.isEmpty()) {
            return Future.succeededFuture(Map.of());
        }
        return transaction
                .preparedQuery(FIND)
                .execute(Tuple.of(scope.sellerId(), (Object) ids.toArray(String[]::new)))
                .map(rows -> {
                    Map<String, ObjectNode> found = new HashMap<>();
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        found.put(row.getString(2), StoredJson.parse(row.getString(3)));
                    }
                    return found;
                });
    }

    /**
     * Returns the image whose id a field of the body contains, and locks its row. Returns null and records a problem of
     * the field if the seller has no such file, or if the file is not an image.
     */
    public static Future<@Nullable ObjectNode> findImage(WriteContext write, Input input, String field) {
        String id = input.text(field);
        if (id == null) {
            return Future.succeededFuture();
        }
        return find(write.transaction(), write.scope(), List.of(id)).map(files -> {
            ObjectNode file = files.get(id);
            input.rule(file != null, field, UNKNOWN);
            input.rule(file != null && isImage(file), field, NO_IMAGE);
            return file != null && isImage(file) ? file : null;
        });
    }

    /** Returns whether the file is an image and therefore public. Other files are only for their buyers. */
    public static boolean isImage(ObjectNode file) {
        return file.path("purpose").asText().equals("image");
    }

    /** Returns the images among the files, by id, in the form that records show. */
    public static Map<String, ObjectNode> images(Map<String, ObjectNode> files) {
        Map<String, ObjectNode> images = new HashMap<>();
        files.forEach((id, file) -> {
            if (isImage(file)) {
                images.put(id, image(file));
            }
        });
        return images;
    }

    /** Renders an image as a page, a product or a ticket type shows it. */
    public static ObjectNode image(ObjectNode file) {
        ObjectNode image = file.deepCopy().retain(SHOWN);
        return image.put("fileId", file.path("id").asText())
                .put("url", file.path("location").asText());
    }
}
