package io.tollgate.seller;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.error.ApiError;
import io.tollgate.http.Write;
import io.tollgate.records.Wall;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The row of a seller with its settings, which are in a table of their own: directories stay small and cold. */
final class Account {
    static final String READ = """
            SELECT s.id, NULL::boolean, s.name, s.display_name, f.document::text, coalesce(u.used_bytes, 0)
            FROM seller s
            LEFT JOIN seller_setting t ON t.seller_id = s.id
            LEFT JOIN file f ON f.seller_id = s.id AND f.id = t.logo_file_id
            LEFT JOIN seller_storage u ON u.seller_id = s.id
            WHERE s.id = $1
            """;

    /** A live number beside the settings: it is not part of the account's state. */
    static final String STORAGE = "storage";

    private static final String BEGIN = """
            INSERT INTO seller_setting (seller_id, updated_at) VALUES ($1, $2) ON CONFLICT (seller_id) DO NOTHING
            """;

    private static final String LOCK = "SELECT 1 FROM seller_setting WHERE seller_id = $1 FOR UPDATE";

    private static final String WRITE =
            "UPDATE seller_setting SET logo_file_id = $2, updated_at = $3 WHERE seller_id = $1";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Account() {}

    /** As it stands; nobody else changes it until the write ends. */
    static Future<ObjectNode> lock(Write write) {
        String sellerId = write.scope().sellerId();
        Tuple begun = Tuple.of(sellerId, write.now().atOffset(ZoneOffset.UTC));
        return write.transaction()
                .preparedQuery(BEGIN)
                .execute(begun)
                .compose(there -> write.transaction().preparedQuery(LOCK).execute(Tuple.of(sellerId)))
                .compose(held -> write.transaction().preparedQuery(READ).execute(Tuple.of(sellerId)))
                .map(rows -> of(write.scope(), rows));
    }

    static ObjectNode of(Scope scope, RowSet<Row> rows) {
        for (Row row : rows) {
            Wall.hold(scope, row);
            ObjectNode account = JsonNodeFactory.instance
                    .objectNode()
                    .put("id", row.getString(0))
                    .put("name", row.getString(2))
                    .put("displayName", row.getString(3));
            account.putObject(STORAGE).put("used", row.getLong(5));
            return showing(account, parsed(row.getString(4)));
        }
        throw ApiError.notFound("Seller");
    }

    /** @param logo the file, or null where there is none */
    static ObjectNode showing(ObjectNode account, @Nullable JsonNode logo) {
        if (logo == null) {
            return account.putNull("logo");
        }
        account.putObject("logo")
                .put("fileId", logo.path("id").asText())
                .put("url", logo.path("location").asText());
        return account;
    }

    static Future<Void> write(Write write, @Nullable JsonNode logo) {
        String fileId = logo == null ? null : logo.path("id").asText();
        return write.transaction()
                .preparedQuery(WRITE)
                .execute(Tuple.of(write.scope().sellerId(), fileId, write.now().atOffset(ZoneOffset.UTC)))
                .mapEmpty();
    }

    private static @Nullable JsonNode parsed(@Nullable String document) {
        try {
            return document == null ? null : MAPPER.readTree(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a stored document is not JSON", e);
        }
    }
}
