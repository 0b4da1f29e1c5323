package io.tollgate.resource;

import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One kind of record that the interface lists and gets: path, table, modes, fields, filters,
 * search.
 *
 * @param path where it is listed, without a final slash
 * @param noun what one record is called in messages, like "Payment"
 * @param idName what the id is called in the path of one record
 * @param kind of which records the table holds this kind, or null where it holds no other
 * @param columns fields that have a column for the sake of constraints: uniqueness and money
 * @param apart paths of fields that are kept apart from a document of the catalogue and composed when
 *     it is read, like {@code eventDetails.capacity}
 */
public record Resource(
        String path,
        String noun,
        String idName,
        String table,
        @Nullable String kind,
        Modes modes,
        List<Field> fields,
        List<Filter> filters,
        List<Field> columns,
        boolean createdBounds,
        Search search,
        List<String> apart) {

    /** How a resource knows live from test. */
    public enum Modes {
        /** Records of both modes; the caller may ask for test records with {@code livemode}. */
        LIVE_AND_TEST,
        /** Records of both modes; a key sees those of its own. */
        OF_THE_KEY,
        /** The catalogue: no mode. */
        NONE
    }

    public static Builder at(String path) {
        return new Builder(path);
    }

    /** Whether records are rendered when written and counted in a cube; the catalogue is not. */
    public boolean recorded() {
        return modes != Modes.NONE;
    }

    public List<Filter> counted() {
        return filters.stream().filter(Filter::counted).toList();
    }

    public Field field(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(path + " has no field " + name));
    }

    /** The last word of the path, which names the resource in files and documents. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Builds a definition and refuses one that names an unknown field. */
    public static final class Builder {
        private final String path;
        private String noun = "Record";
        private String idName = "id";
        private String table = "";
        private @Nullable String kind;
        private Modes modes = Modes.NONE;
        private final Map<String, Field> fields = new LinkedHashMap<>();
        private final List<Filter> filters = new ArrayList<>();
        private final List<Field> columns = new ArrayList<>();
        private boolean createdBounds;
        private Search search = new Search(List.of());
        private List<String> apart = List.of();

        private Builder(String path) {
            this.path = path;
        }

        public Builder noun(String value) {
            noun = value;
            return this;
        }

        public Builder idName(String value) {
            idName = value;
            return this;
        }

        public Builder table(String value) {
            table = value;
            return this;
        }

        /** The table holds several kinds of records, told apart by its column {@code type}. */
        public Builder kind(String value) {
            kind = value;
            return this;
        }

        public Builder modes(Modes value) {
            modes = value;
            return this;
        }

        public Builder fields(Field... more) {
            return fields(Arrays.asList(more));
        }

        public Builder fields(List<Field> more) {
            for (Field field : new Schema(more).read()) {
                if (fields.put(field.name(), field) != null) {
                    throw new IllegalArgumentException(path + " declares " + field.name() + " twice");
                }
            }
            return this;
        }

        /** Filters by values of which there are few: their totals are kept ready. */
        public Builder counted(String... names) {
            for (String name : names) {
                countedAt(name, name, null);
            }
            return this;
        }

        /** A counted filter whose value stands at a path of the record, with the value of those that have none. */
        public Builder countedAt(String name, String at, @Nullable String fallback) {
            filters.add(filter(name, at, true, fallback));
            return this;
        }

        /** Filters by values that few records share: totals are counted from their index. */
        public Builder indexed(String... names) {
            for (String name : names) {
                filters.add(filter(name, name, false, null));
            }
            return this;
        }

        /** An indexed filter whose column holds the text in the form of the type, not as the record shows it. */
        public Builder indexedAs(Type type, String name) {
            return add(name, type, false);
        }

        /** A filter by a value that no two records of a scope share, in the form of the type. */
        public Builder unique(Type type, String name) {
            return add(name, type, true);
        }

        private Builder add(String name, Type type, boolean unique) {
            filters.add(new Filter(field(name).name(), List.of(name), type, false, unique, null));
            return this;
        }

        /** Fields that constraints of the database hold: they are unique, or money that must add up. */
        public Builder columns(String... names) {
            for (String name : names) {
                columns.add(field(name));
            }
            return this;
        }

        public Builder createdBounds() {
            createdBounds = true;
            return this;
        }

        public Builder search(Search.Rule... rules) {
            search = new Search(List.of(rules));
            return this;
        }

        /** Fields that are never part of the stored document: live numbers, and what has rows of its own. */
        public Builder apart(String... paths) {
            apart = List.of(paths);
            return this;
        }

        private Filter filter(String name, String at, boolean counted, @Nullable String fallback) {
            List<String> steps = List.of(at.split("\\."));
            Type type = field(steps.get(0)).type();
            for (String step : steps.subList(1, steps.size())) {
                type = type.fields().stream()
                        .filter(field -> field.name().equals(step))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(path + " has no field " + at))
                        .type();
            }
            return new Filter(name, steps, type, counted, false, fallback);
        }

        private Field field(String name) {
            Field field = fields.get(name);
            if (field == null) {
                throw new IllegalArgumentException(path + " has no field " + name);
            }
            return field;
        }

        public Resource build() {
            search.fields().forEach(this::field);
            return new Resource(
                    path,
                    noun,
                    idName,
                    table,
                    kind,
                    modes,
                    List.copyOf(fields.values()),
                    List.copyOf(filters),
                    List.copyOf(columns),
                    createdBounds,
                    search,
                    apart);
        }
    }
}
