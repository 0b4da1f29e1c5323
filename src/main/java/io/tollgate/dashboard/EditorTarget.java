package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a section changes: a record with its version, and what the API accepts of it.
 *
 * @param page the page that is edited
 * @param record which the section shows
 * @param version for the form, which the save sends back
 */
record EditorTarget(ObjectNode page, ObjectNode record, String version) {
    private static final String ANY = "/000000000000000000000000";

    /** Reads the page, and the record of the section. */
    static Future<EditorTarget> read(
            DashboardApi api, DashboardRequest open, RecordList list, String id, EditorSection section) {
        return api.read(open, list.path() + "/" + id).compose(page -> {
            ObjectNode document = (ObjectNode) page.data();
            return switch (section.target()) {
                case PAGE -> Future.succeededFuture(new EditorTarget(document, document, page.version()));
                case PRODUCT ->
                    api.read(open, product(document))
                            .map(product -> new EditorTarget(document, (ObjectNode) product.data(), product.version()));
                case FIELDS -> Future.succeededFuture(new EditorTarget(document, sorted(document), page.version()));
                case TICKETS ->
                    Future.succeededFuture(
                            new EditorTarget(document, onSale(document), EditorTickets.version(document)));
            };
        });
    }

    static String product(JsonNode page) {
        return "/v1/products/" + page.at("/product/id").asText();
    }

    private static ObjectNode sorted(ObjectNode page) {
        List<JsonNode> fields = new ArrayList<>();
        page.path("fields").forEach(fields::add);
        fields.sort(Comparator.comparingLong(field -> field.path("order").asLong()));
        ObjectNode record = page.objectNode();
        record.putArray("fields").addAll(fields);
        return record;
    }

    /** Returns the groups and types that are not archived. */
    private static ObjectNode onSale(ObjectNode page) {
        ObjectNode record = page.objectNode();
        for (JsonNode group : page.path("ticketGroups")) {
            if (!isArchived(group)) {
                ObjectNode shown = group.deepCopy();
                shown.withArray("/ticketTypes").removeIf(EditorTarget::isArchived);
                record.withArray("/ticketGroups").add(shown);
            }
        }
        return record;
    }

    private static boolean isArchived(JsonNode part) {
        return part.path("status").asText().equals("archived");
    }

    /** Returns the currency of the amounts of the page. */
    String currency() {
        String product = page.at("/product/price/currency").asText();
        return product.isEmpty() ? page.at("/eventDetails/currency").asText() : product;
    }

    /** Returns what the write of the section accepts. */
    static List<Field> fields(DashboardApi api, RecordList list, EditorSection section) {
        String one = list.path() + ANY;
        return switch (section.target()) {
            case PAGE -> patched(api, one);
            case PRODUCT -> patched(api, "/v1/products" + ANY);
            case FIELDS -> List.of(Field.list("fields", patched(api, one + "/fields" + ANY)));
            case TICKETS -> {
                List<Field> group = new ArrayList<>(patched(api, one + "/ticket-groups" + ANY));
                group.add(Field.of(
                        "ticketTypes",
                        Type.listOf(Type.object(patched(api, one + "/ticket-groups" + ANY + "/ticket-types" + ANY)))));
                yield List.of(Field.list("ticketGroups", group));
            }
        };
    }

    private static List<Field> patched(DashboardApi api, String target) {
        return api.body(HttpMethod.PATCH, target).fields();
    }
}
