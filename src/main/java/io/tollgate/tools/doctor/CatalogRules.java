package io.tollgate.tools.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.member.Members;
import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.event.TicketGroups;
import io.tollgate.catalog.file.Files;
import io.tollgate.catalog.form.Forms;
import io.tollgate.catalog.product.Products;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.records.DocumentFiles;
import io.tollgate.platform.records.Documents;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.webhook.Webhooks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks catalog documents against their definitions, columns and references. */
record CatalogRules(Sql sql, Findings findings) {
    static final List<String> TABLES = List.of(
            "page", "product", "coupon", "tax_rate", "file", "webhook", "member", "ticket_group", "ticket_type");

    private static final Map<String, Resource> KINDS = Map.ofEntries(
            Map.entry("checkout", CheckoutPages.RESOURCE),
            Map.entry("form", Forms.RESOURCE),
            Map.entry("event", Events.RESOURCE),
            Map.entry("product", Products.RESOURCE),
            Map.entry("coupon", Coupons.RESOURCE),
            Map.entry("tax_rate", TaxRates.RESOURCE),
            Map.entry("file", Files.RESOURCE),
            Map.entry("webhook", Webhooks.RESOURCE),
            Map.entry("member", Members.RESOURCE),
            Map.entry("ticket_group", TicketGroups.STORED),
            Map.entry("ticket_type", TicketGroups.TYPE_STORED));

    void check() throws SQLException {
        for (String table : TABLES) {
            String type = table.equals("page") ? "type" : "'" + table + "'";
            findings.checking(table + ": document matches its definition");
            sql.each(
                    "SELECT id, document::text AS document, " + type + " AS type, to_jsonb(t)::text AS row FROM "
                            + table + " t",
                    row -> check(table, row));
        }
        sql.violations(
                findings,
                "products: page search text contains the product title",
                "SELECT p.id FROM page p JOIN product d ON d.seller_id = p.seller_id AND d.page_id = p.id"
                        + " WHERE strpos(p.search_text, split_part(d.search_text, E'\\n', 1)) = 0");
        references();
        storage();
        fileReferences();
    }

    /** Checks the table from which a deletion learns whether a file is referenced. */
    private void fileReferences() throws SQLException {
        String stored = "SELECT seller_id, file_id, kind, record_id FROM file_reference";
        sql.violations(
                findings,
                "file_reference: references match the documents",
                "WITH named AS (" + DocumentFiles.ALL + ") SELECT record_id FROM ((SELECT * FROM named EXCEPT " + stored
                        + ") UNION ALL (" + stored + " EXCEPT SELECT * FROM named)) difference");
    }

    /** Checks the counter of the storage quota. Either side of the join may lack a row. */
    private void storage() throws SQLException {
        sql.violations(
                findings,
                "seller_storage: used bytes are the sum of the seller's files",
                "SELECT coalesce(s.seller_id, f.seller_id) FROM seller_storage s FULL JOIN (SELECT seller_id,"
                        + " sum(bytes) AS bytes FROM (SELECT seller_id, (document ->> 'size')::bigint AS bytes"
                        + " FROM file UNION ALL SELECT seller_id, bytes FROM export_part) stored GROUP BY seller_id) f"
                        + " ON f.seller_id = s.seller_id"
                        + " WHERE coalesce(s.used_bytes, 0) <> coalesce(f.bytes, 0)");
        sql.violations(
                findings,
                "seller_storage: pending bytes are the sum of the pending uploads",
                "SELECT coalesce(s.seller_id, p.seller_id) FROM seller_storage s FULL JOIN (SELECT seller_id,"
                        + " sum(bytes) AS bytes FROM pending_file GROUP BY seller_id) p"
                        + " ON p.seller_id = s.seller_id"
                        + " WHERE coalesce(s.pending_bytes, 0) <> coalesce(p.bytes, 0)");
    }

    /** Checks that referenced catalog records exist and belong to the same seller. */
    private void references() throws SQLException {
        for (String table : List.of("page", "product", "ticket_type")) {
            missing(table, "fileId", "$.**.fileId", "file");
            missing(table, "fileIds", "$.**.fileIds[*]", "file");
        }
        missing("product", "fixedTaxRateIds", "$.fixedTaxRateIds[*]", "tax_rate");
        sql.violations(
                findings,
                "order_bump: product and dependencies match its page",
                "SELECT b.product_id FROM order_bump b WHERE b.document ->> 'productId' <> b.product_id"
                        + " OR EXISTS (SELECT FROM jsonb_path_query(b.document,"
                        + " '$.showHideLogic.orderBumpProductIds[*]') x WHERE NOT EXISTS (SELECT FROM order_bump o"
                        + " WHERE o.seller_id = b.seller_id AND o.page_id = b.page_id"
                        + " AND o.product_id = x #>> '{}'))");
    }

    private void missing(String table, String name, String path, String other) throws SQLException {
        sql.violations(
                findings,
                table + ": " + name + " exist",
                "SELECT DISTINCT t.id FROM " + table + " t, jsonb_path_query(t.document, '" + path + "') x"
                        + " WHERE jsonb_typeof(x) = 'string' AND NOT EXISTS (SELECT FROM " + other
                        + " o WHERE o.seller_id = t.seller_id AND o.id = x #>> '{}')");
    }

    private void check(String table, ResultSet row) throws SQLException {
        String id = row.getString("id");
        String type = row.getString("type");
        ObjectNode document = StoredJson.parse(row.getString("document"));
        ObjectNode columns = StoredJson.parse(row.getString("row"));
        ObjectNode rendered = document.deepCopy();
        if (type.equals("form")) {
            rendered.remove("fileIds");
        }
        if (table.startsWith("ticket_")) {
            rendered.remove("updatedAt");
        }
        findings.expect(fits(KINDS.get(type), document, rendered), table + ": document matches its definition", id);
        findings.expect(columnsFit(table, document, columns), table + ": columns match the document", id);
    }

    /** Returns whether a document contains only stored fields of its definition. */
    private static boolean fits(@Nullable Resource kind, ObjectNode document, ObjectNode rendered) {
        if (kind == null || !Documents.stripped(kind, document).equals(document)) {
            return false;
        }
        try {
            Rendering.render(kind.fields(), rendered);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean columnsFit(String table, ObjectNode document, ObjectNode columns) {
        boolean same = document.path("id").equals(columns.get("id"));
        for (String column : List.of("slug", "status", "testmode", "type", "role", "deleted", "purpose")) {
            same &= !columns.has(column) || columns.get(column).equals(document.get(column));
        }
        String search = columns.path("search_text").asText();
        return same
                && switch (table) {
                    case "page" -> (search + "\n").startsWith(folded(document, "name", "title") + "\n");
                    case "product" -> search.equals(folded(document, "title", "sku"));
                    case "coupon" ->
                        search.equals(folded(document, "label", "code"))
                                && columns.get("code").asText().equals(folded(document, "code"));
                    case "file" -> search.equals(folded(document, "name"));
                    case "ticket_type" -> columns.get("ticket_group_id").equals(document.get("ticketGroupId"));
                    default -> true;
                };
    }

    private static String folded(ObjectNode document, String... fields) {
        return Documents.folded(document, List.of(fields));
    }
}
