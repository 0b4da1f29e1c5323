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
 * @param pageField the field with the id of the page that a record belongs to, which is {@code id} for a page itself;
 *     null if records belong to no single page, so that who may see only some pages sees none of them
 * @param reports the events that changes of its records cause
 * @param measures what its records add to reports
 * @param hasLookup whether filters are counted in a narrow twin of the table; without one, in the table itself
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
        @Nullable String pageField,
        Reports reports,
        Measures measures,
        boolean hasLookup) {

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

    /** Returns the column with the id of the page, or null if records belong to no single page. */
    public @Nullable String pageColumn() {
        return pageField == null ? null : Filter.snake(pageField);
    }

    /** Returns the table in which records are found and counted by their filters. */
    public String lookup() {
        return hasLookup ? table + "_lookup" : table;
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
        private @Nullable String pageField;
        private Reports reports = Reports.NOTHING;
        private Measures measures = Measures.NONE;
        private boolean hasLookup = true;

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
            Arrays.stream(names).forEach(name -> countedAt(name, name, null));
            return this;
        }

        /** Adds a counted filter by a value at a path, with a fallback for records without a value. */
        public Builder countedAt(String name, String at, @Nullable String fallback) {
            filters.add(filter(name, at, true, fallback));
            return this;
        }

        /** Adds filters by high-cardinality values, whose totals are counted from their index. */
        public Builder indexed(String... names) {
            Arrays.stream(names).map(name -> filter(name, name, false, null)).forEach(filters::add);
            return this;
        }

        /** Adds a filter of a catalog resource by an item of a list of texts. */
        public Builder listed(String name, String list) {
            Type item = field(list).type().element();
            filters.add(new Filter(name, List.of(list), item, false, false, true, null, null));
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
            filters.add(new Filter(field(name).name(), List.of(name), type, false, unique, false, null, null));
            return this;
        }

        /** Adds a filter by a field that is the id behind a prefix, and has no column of its own. */
        public Builder ofId(String name, String prefix) {
            Type type = field(name).type();
            filters.add(new Filter(name, List.of(name), type, false, false, false, null, prefix));
            return this;
        }

        /** Adds columns for fields that statements need: unique values, sums of money, values of totals. */
        public Builder columns(String... names) {
            Arrays.stream(names).map(this::field).forEach(columns::add);
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

        /** Sets the field with the id of the page that a record belongs to. Records need a counted filter by it. */
        public Builder ofPage(String name) {
            pageField = field(name).name();
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

        /** Sets what a record adds to the measures of reports. */
        public Builder measures(Measures value) {
            measures = value;
            return this;
        }

        /**
         * Counts filters in the table itself, for records that are written more often than they are read. Values of
         * closed lists and numbers are written into statements, so that indexes need not contain the frequent ones.
         */
        public Builder withoutLookup() {
            hasLookup = false;
            return this;
        }

        private Filter filter(String name, String at, boolean counted, @Nullable String fallback) {
            List<String> steps = List.of(at.split("\\."));
            return Filter.at(path, name, steps, field(steps.get(0)), counted, fallback);
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
                    pageField,
                    reports,
                    measures,
                    hasLookup);
        }
    }
}
