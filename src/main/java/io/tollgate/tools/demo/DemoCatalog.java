package io.tollgate.tools.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.platform.records.DocumentFiles;
import io.tollgate.platform.records.Documents;
import io.tollgate.platform.resource.Search;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a seller's catalog: documents with their columns, in the order of insertion. */
final class DemoCatalog {
    private static final String DOCUMENT = "?::jsonb";

    private record Row(String sql, List<@Nullable Object> values) {}

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, byte[]> contents = new LinkedHashMap<>();
    private final String sellerId;

    DemoCatalog(String sellerId) {
        this.sellerId = sellerId;
    }

    /**
     * Adds the seller, as created with its first key and then changed by an account update. Its pages save carts, so
     * that visitors of the demo can try reminders.
     */
    void seller(String name, SellerDetails details, long foundedAt) {
        OffsetDateTime founded = time(foundedAt);
        row("INSERT INTO seller (id, name, display_name, created_at) VALUES (?, ?, ?, ?)", name, name, founded);
        row(
                "INSERT INTO seller_setting (seller_id, display_name, email, tax_id, address, locale, timezone,"
                        + " save_contact_details, send_reminders, updated_at)"
                        + " VALUES (?, ?, ?, ?, ?::jsonb, ?, ?, TRUE, TRUE, ?)",
                details.displayName(),
                details.email(),
                details.taxId(),
                String.valueOf(details.address()),
                details.locale(),
                details.timezone(),
                founded);
    }

    void page(String type, String slug, String searchText, long visits, ObjectNode document) {
        add(
                "page (seller_id, id, document, created_at, updated_at, type, slug, status, testmode, search_text)",
                document,
                type,
                slug,
                document.get("status").textValue(),
                document.get("testmode").booleanValue(),
                searchText);
        row(
                "INSERT INTO page_visits (seller_id, page_id, visit_count) VALUES (?, ?, ?)",
                document.get("id").textValue(),
                visits);
    }

    void product(@Nullable String pageId, ObjectNode document) {
        add(
                "product (seller_id, id, document, created_at, updated_at, page_id, role, search_text)",
                document,
                pageId,
                document.get("role").textValue(),
                folded(document, "title", "sku"));
    }

    void ticketGroup(String pageId, int position, ObjectNode document, long createdAt) {
        addAt(
                "ticket_group (seller_id, id, document, created_at, updated_at, page_id, position)",
                document,
                createdAt,
                createdAt,
                pageId,
                position);
    }

    void ticketType(String pageId, int position, ObjectNode document, long createdAt) {
        addAt(
                "ticket_type (seller_id, id, document, created_at, updated_at, page_id, ticket_group_id, position)",
                document,
                createdAt,
                createdAt,
                pageId,
                document.get("ticketGroupId").textValue(),
                position);
    }

    void coupon(ObjectNode document) {
        add(
                "coupon (seller_id, id, document, created_at, updated_at, code, deleted, search_text)",
                document,
                Search.fold(document.get("code").textValue()),
                document.get("deleted").booleanValue(),
                folded(document, "label", "code"));
    }

    void taxRate(ObjectNode document) {
        add("tax_rate (seller_id, id, document, created_at, updated_at)", document);
    }

    void file(ObjectNode document, byte[] content) {
        contents.put(document.get("id").textValue(), content);
        String createdAt = document.get("createdAt").textValue();
        long millis = Instant.parse(createdAt).toEpochMilli();
        addAt(
                "file (seller_id, id, document, created_at, updated_at, purpose, search_text)",
                document,
                millis,
                millis,
                document.get("purpose").textValue(),
                folded(document, "name"));
    }

    /** Returns the searchable fields of a document in the format of their column. */
    static String folded(ObjectNode document, String... fields) {
        return Documents.folded(document, List.of(fields));
    }

    private void add(String columns, ObjectNode document, @Nullable Object... values) {
        addAt(columns, document, millis(document, "createdAt"), millis(document, "updatedAt"), values);
    }

    private void addAt(
            String columns, ObjectNode document, long createdAt, long updatedAt, @Nullable Object... values) {
        List<@Nullable Object> row = new ArrayList<>(
                List.of(document.get("id").textValue(), document.toString(), time(createdAt), time(updatedAt)));
        row.addAll(Arrays.asList(values));
        String places = "?, ?, " + DOCUMENT + ", ?, ?" + ", ?".repeat(values.length);
        row("INSERT INTO " + columns + " VALUES (" + places + ")", row.toArray());
    }

    /** @param values the JDBC parameters after the seller's id */
    private void row(String sql, @Nullable Object... values) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add(sellerId);
        row.addAll(Arrays.asList(values));
        rows.add(new Row(sql, row));
    }

    private static OffsetDateTime time(long millis) {
        return Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC);
    }

    private static long millis(ObjectNode document, String field) {
        return Instant.parse(document.get(field).textValue()).toEpochMilli();
    }

    /** Inserts the rows that are derived from catalog documents, which must be inserted before. */
    private void derived() {
        row("INSERT INTO seller_storage (seller_id, used_bytes) SELECT seller_id,"
                + " sum((document ->> 'size')::bigint) FROM file WHERE seller_id = ? GROUP BY seller_id");
        row("INSERT INTO file_reference (seller_id, file_id, kind, record_id) " + DocumentFiles.ALL
                + " WHERE d.seller_id = ?");
    }

    /** Stores the contents of the files. As for uploads, they are stored before the rows. */
    void store(DemoFiles files) throws IOException {
        for (Map.Entry<String, byte[]> file : contents.entrySet()) {
            files.store(sellerId, file.getKey(), file.getValue());
        }
    }

    /** Inserts the catalog in one transaction. */
    void write(Connection connection) throws SQLException {
        derived();
        connection.setAutoCommit(false);
        for (Row row : rows) {
            try (PreparedStatement insert = connection.prepareStatement(row.sql())) {
                for (int i = 0; i < row.values().size(); i++) {
                    insert.setObject(i + 1, row.values().get(i));
                }
                insert.executeUpdate();
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }
}
