package io.tollgate.platform.resource;

import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a resource that the API lists and gets: path, table, modes, fields, filters and search.
 *
 * @param path the path of its list, without a trailing slash
 * @param noun the name of one record in messages, like "Payment"
 * @param idName the name of the id in the path of one record
 * @param kind the discriminator of its records in a shared table, or null if the table has only this resource
 * @param columns fields with a column for statements: unique values, sums of money, values of totals
 * @param apart paths of fields that are stored outside a catalog document and composed on reads, like {@code
 * eventDetails.capacity}
 * @param reports the events that changes of its records cause
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
        List<String> apart,
        Reports reports) {

    /** How a resource separates live and test records. */
    public enum Modes {
        /** Records of both modes; the client may request test records with {@code livemode}. */
        LIVE_AND_TEST,
        /** Records of both modes; a key sees those of its own mode. */
        OF_THE_KEY,
        /** The test clock, which live mode does not have. */
        TEST_ONLY,
        /** The catalog and the account, which have no mode: both modes share them. */
        NONE
    }

    public static Builder at(String path) {
        return new Builder(path);
    }

    /** Returns whether records are rendered when written and have precomputed counts; catalog records do not. */
    public boolean recorded() {
        return modes == Modes.LIVE_AND_TEST || modes == Modes.OF_THE_KEY;
    }

    /** Returns whether both modes share the records: the catalog and the account. */
    public boolean shared() {
        return modes == Modes.NONE;
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

    /** Returns the last segment of the path, which names the resource in files and documents. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Builds a definition and rejects unknown fields. */
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
        private List<String> storedApart = List.of();
        private Reports reports = Reports.NOTHING;

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

        /** Sets the value of the column {@code type}, for a table with several kinds of records. */
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

        /** Adds filters by low-cardinality values, whose totals are precomputed. */
        public Builder counted(String... names) {
            for (String name : names) {
                countedAt(name, name, null);
            }
            return this;
        }

        /** Adds a counted filter by a value at a path, with a fallback for records without a value. */
        public Builder countedAt(String name, String at, @Nullable String fallback) {
            filters.add(filter(name, at, true, fallback));
            return this;
        }

        /** Adds filters by high-cardinality values, whose totals are counted from their index. */
        public Builder indexed(String... names) {
            for (String name : names) {
                filters.add(filter(name, name, false, null));
            }
            return this;
        }

        /** Adds a filter of a catalog resource by an item of a list of texts. */
        public Builder listed(String name, String list) {
            Type item = field(list).type().element();
            filters.add(new Filter(name, List.of(list), item, false, false, true, null));
            return this;
        }

        /** Adds an indexed filter whose column stores the normalized form of the type instead of the rendered text. */
        public Builder indexedAs(Type type, String name) {
            return add(name, type, false);
        }

        /** Adds a filter by a value that is unique within a scope, stored in the normalized form of the type. */
        public Builder unique(Type type, String name) {
            return add(name, type, true);
        }

        private Builder add(String name, Type type, boolean unique) {
            filters.add(new Filter(field(name).name(), List.of(name), type, false, unique, false, null));
            return this;
        }

        /** Adds columns for fields that statements need: unique values, sums of money, values of totals. */
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

        /** Sets the fields that are stored outside the document: live counters and records with rows of their own. */
        public Builder storedApart(String... paths) {
            storedApart = List.of(paths);
            return this;
        }

        /**
         * Sets the events that changes of a record cause.
         *
         * @param name of the record in the data of an event, like {@code payment}
         */
        public Builder reports(String name, Reports.Rule... rules) {
            return reports(new Reports(name, rules));
        }

        public Builder reports(Reports value) {
            reports = value;
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
            return new Filter(name, steps, type, counted, false, false, fallback);
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
                    storedApart,
                    reports);
        }
    }
}
