package io.tollgate.dashboard;

import io.tollgate.dashboard.ListView.ColumnChoice;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The columns of a list: those that it has by itself, or the fields that a member has chosen. The address of the page
 * has them, so that it can be kept and shared. The first column leads to the record and always stays.
 *
 * @param filters of the request
 */
record ListColumns(RecordList list, ListFilters filters) {
    /** The chosen fields, separated by commas, as the API names the columns of a CSV file. */
    static final String COLUMNS = "columns";

    /** The checkboxes of the form. */
    static final String CHOSEN = "column";

    /** What has no single value. */
    private static final Set<Type.Kind> CONTAINERS =
            EnumSet.of(Type.Kind.OBJECT, Type.Kind.LIST, Type.Kind.MAP, Type.Kind.ANY, Type.Kind.TEXT_OR_OBJECT);

    private List<Field> fields() {
        return filters.resource().fields().stream()
                .filter(field -> !CONTAINERS.contains(field.type().kind()))
                .toList();
    }

    private List<String> chosen() {
        return Arrays.stream(filters.value(COLUMNS).split(","))
                .filter(name -> !name.isBlank())
                .toList();
    }

    /** Returns the columns to show. */
    List<ListColumn> shown() {
        List<String> chosen = chosen();
        List<ListColumn> own = list.columns();
        List<ListColumn> columns = new ArrayList<>(List.of(own.get(0)));
        for (Field field : fields()) {
            if (chosen.contains(field.name()) && !own.get(0).path().equals(List.of(field.name()))) {
                columns.add(ListColumn.of(field));
            }
        }
        return columns.size() == 1 ? own : columns;
    }

    /** Returns all fields, and whether each is shown. */
    List<ColumnChoice> choices() {
        List<List<String>> shown = shown().stream().map(ListColumn::path).toList();
        return fields().stream()
                .map(field -> new ColumnChoice(
                        field.name(), ValueFormat.label(field.name()), shown.contains(List.of(field.name()))))
                .toList();
    }

    /** Returns the query of the CSV file: the chosen columns, or all. */
    String exported(String query) {
        List<String> chosen = chosen();
        String columns = ListFilters.encoded(Map.of(COLUMNS, String.join(",", chosen)));
        return chosen.isEmpty() ? query : query.isEmpty() ? columns : query + "&" + columns;
    }
}
