package io.tollgate.platform.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.Page;
import io.tollgate.platform.records.RecordId;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Filter;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One column for each field of the pages whose buyers answered, in the order of the pages and of their fields. Fields
 * with the same label on different pages share a column.
 *
 * <p>Answers without a column, such as to fields that were deleted, remain together as JSON.
 */
final class AnswerColumns {
    /** Maximum number of columns; answers to further fields remain together. */
    private static final int MAX = 1_000;

    /** Pages per statement: their documents are large. */
    private static final int PAGES = 20;

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,15})?");
    private static final Set<String> NUMERIC = Set.of("number", "quantity");

    private final Map<String, Integer> byLabel = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> byField = new HashMap<>();

    private AnswerColumns() {}

    /** Reads the fields of the page that the request filters by, or of all pages. */
    static Future<AnswerColumns> load(Records records, Scope scope, Resource pages, ListRequest request) {
        AnswerColumns columns = new AnswerColumns();
        for (Map.Entry<Filter, Object> filter : request.filters().entrySet()) {
            if (filter.getKey().name().equals("pageId")) {
                return ApiError.orIfNotFound(
                        records.get(scope, pages, (String) filter.getValue()).map(columns::add), columns);
            }
        }
        return columns.addAll(records, scope, ListRequest.first(pages).newest(PAGES));
    }

    private Future<AnswerColumns> addAll(Records records, Scope scope, ListRequest request) {
        return records.page(scope, request).compose((Page page) -> {
            List<Buffer> read = page.records();
            read.forEach(this::add);
            return page.more() && names.size() < MAX
                    ? addAll(records, scope, request.after(RecordId.of(read.get(read.size() - 1))))
                    : Future.succeededFuture(this);
        });
    }

    private AnswerColumns add(Buffer page) {
        Set<String> ofPage = new HashSet<>();
        for (JsonNode field : StoredJson.parse(page).path(AnswerSource.FIELDS)) {
            String id = field.path("id").asText();
            String label = field.path("label").asText().strip();
            String first = label.isEmpty() ? id : label;
            String name = first;
            for (int i = 2; !ofPage.add(name); i++) {
                name = first + " (" + i + ")";
            }
            Integer column = byLabel.get(name);
            if (column == null && names.size() < MAX) {
                column = names.size();
                byLabel.put(name, column);
                names.add(AnswerSource.FIELDS + "." + name);
            }
            if (column != null) {
                byField.put(id, column);
            }
        }
        return this;
    }

    /** Returns the names of the columns. */
    List<String> names() {
        return names;
    }

    /**
     * Puts answers into cells.
     *
     * @param from the cell of the first column
     * @param guard neutralizes answers that are not numbers
     * @return the answers that have no column
     */
    ArrayNode put(ArrayNode answers, @Nullable String[] cells, int from, FormulaGuard guard) {
        ArrayNode others = JsonNodeFactory.instance.arrayNode();
        for (JsonNode answer : answers) {
            Integer column = byField.get(answer.path("fieldId").asText());
            if (column == null) {
                others.add(answer);
            } else {
                cells[from + column] = cell(answer, guard);
            }
        }
        return others;
    }

    private static String cell(JsonNode answer, FormulaGuard guard) {
        String value = answer.path("value").asText("");
        boolean number = NUMERIC.contains(answer.path("element").asText())
                && NUMBER.matcher(value).matches();
        return number ? value : guard.text(value);
    }
}
