package io.tollgate.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.member.Members;
import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.event.TicketGroups;
import io.tollgate.catalog.product.Products;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.DocumentFiles;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.FilterValues;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.resource.Search;
import io.tollgate.platform.webhook.Webhooks;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Inserts catalog objects: documents with their filter columns. */
final class TestCatalog {

    /** Fields of pages that are not stored in their documents. */
    private static final List<String> COMPOSED =
            List.of("product", "files", "submissionCount", "ticketGroups", "url", "visitCount", "warnings");

    private TestCatalog() {}

    static Future<Void> insert(SqlConnection transaction, String seller, Resource resource, ObjectNode record) {
        if (resource == Webhooks.RESOURCE) {
            record.put("url", "https://hooks.example.com/" + record.get("id").textValue());
        }
        Map<String, Object> row = row(seller, record);
        resource.filters().forEach(filter -> row.put(filter.column(), FilterValues.column(filter, at(record, filter))));
        if (resource.search().exists()) {
            row.put("search_text", searchText(resource, record));
        }
        if (resource.kind() != null) {
            row.put("type", resource.kind());
        }
        if (record.has("slug")) {
            row.put("slug", record.get("slug").textValue());
        }
        if (resource.table().equals("webhook")) {
            row.put("secret", Buffer.buffer("sealed"));
        }
        if (resource == Members.RESOURCE) {
            row.put("email", record.get("email").textValue());
            row.put("name", record.path("name").asText(""));
        }
        if (resource.table().equals("coupon")) {
            row.put("deleted", record.get("deleted").booleanValue());
        }
        ObjectNode document = record.deepCopy();
        if (resource.table().equals("page")) {
            document.remove(COMPOSED);
            document.put("type", resource.kind());
        }
        row.put("document", document.toString());
        boolean sold =
                resource == Products.RESOURCE && record.get("role").textValue().equals("product");
        String id = record.get("id").textValue();
        return (sold ? insertPageOf(transaction, seller, row) : Future.<Void>succeededFuture())
                .compose(done -> insertRow(transaction, resource.table(), row))
                .compose(done -> DocumentFiles.write(
                        transaction, new Scope(seller, true), resource, id, MissingNode.getInstance(), document))
                .compose(done -> insertParts(transaction, seller, resource, record));
    }

    private static Map<String, Object> row(String seller, ObjectNode record) {
        OffsetDateTime createdAt =
                Instant.parse(record.get("createdAt").textValue()).atOffset(ZoneOffset.UTC);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("seller_id", seller);
        row.put("id", record.get("id").textValue());
        row.put("created_at", createdAt);
        row.put("updated_at", createdAt);
        return row;
    }

    private static JsonNode at(ObjectNode record, Filter filter) {
        JsonNode value = record;
        for (String step : filter.path()) {
            value = value.path(step);
        }
        return value;
    }

    private static String searchText(Resource resource, ObjectNode record) {
        StringJoiner text = new StringJoiner("\n");
        resource.search()
                .fields()
                .forEach(field -> text.add(Search.fold(record.path(field).asText(""))));
        if (resource == CheckoutPages.RESOURCE) {
            text.add(Search.fold(record.path("product").path("title").asText("")));
        }
        return text.toString();
    }

    /** Inserts the page that a product of this role requires. */
    private static Future<Void> insertPageOf(SqlConnection transaction, String seller, Map<String, Object> product) {
        ObjectNode page = Samples.record(CheckoutPages.RESOURCE);
        page.put("id", Ids.next(Instant.now())).put("sellerId", seller).put("slug", "of-" + product.get("id"));
        page.putNull("product");
        product.put("page_id", page.get("id").textValue());
        return insert(transaction, seller, CheckoutPages.RESOURCE, page);
    }

    /**
     * Inserts the parts that the record shows: the product of a checkout page, the ticket groups and types of an event.
     */
    private static Future<Void> insertParts(
            SqlConnection transaction, String seller, Resource resource, ObjectNode record) {
        String page = record.get("id").textValue();
        if (resource == CheckoutPages.RESOURCE && record.path("product").isObject()) {
            ObjectNode product = record.get("product").deepCopy();
            Map<String, Object> row = row(seller, product.put("id", Ids.next(Instant.now())));
            row.put("page_id", page);
            row.put("role", "product");
            row.put("search_text", "");
            row.put("document", product.toString());
            return insertRow(transaction, "product", row);
        }
        if (resource == Webhooks.RESOURCE) {
            return insertRow(transaction, "webhook_state", ofWebhook(seller, page))
                    .compose(done -> {
                        Map<String, Object> position = ofWebhook(seller, page);
                        position.put("livemode", true);
                        position.put("position", 0L);
                        return insertRow(transaction, "webhook_position", position);
                    });
        }
        if (resource != Events.RESOURCE) {
            return Future.succeededFuture();
        }
        ObjectNode group = Samples.object(TicketGroups.GROUP.read()).put("id", Ids.next(Instant.now()));
        ObjectNode type = Samples.object(TicketGroups.TYPE.read()).put("id", Ids.next(Instant.now()));
        type.put("ticketGroupId", group.get("id").textValue());
        group.remove("ticketTypes");
        Map<String, Object> ofGroup = part(seller, page, group);
        Map<String, Object> ofType = part(seller, page, type);
        ofType.put("ticket_group_id", group.get("id").textValue());
        return insertRow(transaction, "ticket_group", ofGroup)
                .compose(done -> insertRow(transaction, "ticket_type", ofType));
    }

    private static Map<String, Object> ofWebhook(String seller, String id) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("seller_id", seller);
        row.put("webhook_id", id);
        return row;
    }

    private static Map<String, Object> part(String seller, String page, ObjectNode document) {
        ObjectNode dated = document.deepCopy().put("createdAt", "2026-01-31T00:00:00.000Z");
        Map<String, Object> row = row(seller, dated);
        row.put("page_id", page);
        row.put("position", 0);
        row.put("document", document.toString());
        return row;
    }

    private static Future<Void> insertRow(SqlConnection transaction, String table, Map<String, Object> row) {
        List<String> places = new ArrayList<>();
        for (String column : row.keySet()) {
            places.add("$" + (places.size() + 1) + (column.equals("document") ? "::text::jsonb" : ""));
        }
        String sql = "INSERT INTO " + table + " (" + String.join(", ", row.keySet()) + ") VALUES ("
                + String.join(", ", places) + ")";
        List<Object> values = new ArrayList<>(row.values());
        return transaction
                .preparedQuery(sql)
                .execute(Tuple.wrap(Collections.unmodifiableList(values)))
                .mapEmpty();
    }
}
