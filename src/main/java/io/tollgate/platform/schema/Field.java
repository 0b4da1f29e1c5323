package io.tollgate.platform.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One field of a record or of a request body. Its read and write schemas, its default and its documentation derive from
 * this declaration, see {@link Schema}.
 *
 * <p>In records a field is always present, and null or empty without a value, unless it is {@link #orAbsent}. A field
 * of a {@link Schema} is read-only unless it says otherwise; a field of an object has the access of the object.
 *
 * @param maybeAbsent whether a record without a value leaves the field out
 * @param valued whether every record has a value: readers need not expect null
 * @param views where the field occurs; null if that is where its object does
 * @param required whether a body without the field is rejected; in a {@link Schema}, the body that creates the record
 * @param clearable whether a body may send null, which clears the value or restores the default
 * @param readBack whether a body may send the value only as it is read
 * @param preset the value in a new record if the body sends none, or null
 * @param isPersonal whether the value identifies or describes a person; of an object, whether all its members do
 */
public record Field(
        String name,
        Type type,
        boolean maybeAbsent,
        boolean valued,
        @Nullable Set<View> views,
        boolean required,
        boolean clearable,
        boolean readBack,
        @Nullable JsonNode preset,
        Doc doc,
        boolean isPersonal) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public static Field of(String name, Type type) {
        return new Field(name, type, false, false, null, false, false, false, null, Doc.NONE, false);
    }

    public static Field id(String name) {
        return of(name, Type.ID);
    }

    public static Field text(String name) {
        return of(name, Type.TEXT);
    }

    /** One line of text, at least one character long. */
    public static Field text(String name, int max) {
        return of(name, Type.line(1, max));
    }

    /** Text that may have line breaks and may be empty. */
    public static Field prose(String name, int max) {
        return of(name, Type.prose(0, max));
    }

    public static Field email(String name) {
        return of(name, Type.EMAIL);
    }

    public static Field url(String name) {
        return of(name, Type.URL);
    }

    public static Field oneOf(String name, String... values) {
        return of(name, Type.oneOf(values));
    }

    /** Text that callers choose from a list. Readers must expect other values. */
    public static Field choice(String name, List<String> values) {
        return of(name, Type.choice(values));
    }

    /** An amount in the currency's smallest unit. */
    public static Field money(String name) {
        return of(name, Type.MONEY);
    }

    public static Field integer(String name) {
        return of(name, Type.INTEGER);
    }

    public static Field integer(String name, long min, long max) {
        return of(name, Type.integer(min, max));
    }

    public static Field number(String name) {
        return of(name, Type.NUMBER);
    }

    public static Field number(String name, long min, long max) {
        return of(name, Type.number(min, max));
    }

    public static Field bool(String name) {
        return of(name, Type.BOOLEAN);
    }

    public static Field time(String name) {
        return of(name, Type.TIME);
    }

    public static Field object(String name, Field... fields) {
        return of(name, Type.object(fields));
    }

    public static Field object(String name, List<Field> fields) {
        return of(name, Type.object(fields));
    }

    /** A list of objects with these fields. */
    public static Field list(String name, Field... fields) {
        return of(name, Type.listOf(Type.object(fields)));
    }

    public static Field list(String name, List<Field> fields) {
        return of(name, Type.listOf(Type.object(fields)));
    }

    /** A list of at most so many objects with these fields. */
    public static Field list(String name, int max, Field... fields) {
        return of(name, Type.list(0, max, Type.object(fields)));
    }

    public static Field list(String name, int max, List<Field> fields) {
        return of(name, Type.list(0, max, Type.object(fields)));
    }

    public static Field texts(String name) {
        return of(name, Type.listOf(Type.TEXT));
    }

    public static Field ids(String name) {
        return of(name, Type.listOf(Type.ID));
    }

    public static Field ids(String name, int max) {
        return of(name, Type.list(0, max, Type.ID));
    }

    /** Named values of one type. */
    public static Field map(String name, Type item) {
        return of(name, Type.mapOf(item));
    }

    public static Field map(String name, int max, Type item) {
        return of(name, Type.map(0, max, item));
    }

    /** Free-form JSON. */
    public static Field any(String name) {
        return of(name, Type.ANY);
    }

    /** Records without a value leave the field out. */
    public Field orAbsent() {
        return new Field(name, type, true, false, views, required, clearable, readBack, preset, doc, isPersonal);
    }

    /** Every record has a value. A new field of stored records needs a migration that adds it first. */
    public Field always() {
        return new Field(name, type, false, true, views, required, clearable, readBack, preset, doc, isPersonal);
    }

    /** Returned, and sent by callers to create and to change a record. */
    public Field writable() {
        return in(View.READ, View.CREATE, View.CHANGE);
    }

    /** Returned only, in an object that callers send. */
    public Field readOnly() {
        return in(View.READ);
    }

    /** Sent to create and to change a record, and not returned under this name. */
    public Field writeOnly() {
        return in(View.CREATE, View.CHANGE);
    }

    /** Sent to create a record only, and not returned under this name. */
    public Field createOnly() {
        return in(View.CREATE);
    }

    /** Sent to change a record only, and not returned under this name. */
    public Field changeOnly() {
        return in(View.CHANGE);
    }

    /** Read-only, but accepted in a change with the value that is read: callers edit an object and send all of it. */
    public Field roundTrip() {
        return in(View.READ, View.CHANGE).withRoundTrip();
    }

    /** Like {@link #roundTrip}, and also in the body that creates a record. */
    public Field roundTripAlways() {
        return writable().withRoundTrip();
    }

    private Field withRoundTrip() {
        return new Field(name, type, maybeAbsent, valued, views, required, true, true, preset, doc, isPersonal);
    }

    /** Occurs in these views only. */
    public Field in(View first, View... more) {
        Set<View> all = Set.copyOf(EnumSet.of(first, more));
        return new Field(name, type, maybeAbsent, valued, all, required, clearable, readBack, preset, doc, isPersonal);
    }

    /** The value identifies or describes a person. {@code security.md} lists these fields. */
    public Field personal() {
        return new Field(name, type, maybeAbsent, valued, views, required, clearable, readBack, preset, doc, true);
    }

    /** A body without the field is rejected. */
    public Field needed() {
        return new Field(name, type, maybeAbsent, valued, views, true, clearable, readBack, preset, doc, isPersonal);
    }

    /** A body may send null, which clears the value or restores the default. */
    public Field orNull() {
        return new Field(name, type, maybeAbsent, valued, views, required, true, readBack, preset, doc, isPersonal);
    }

    public Field defaultsTo(boolean value) {
        return defaultsTo(JSON.booleanNode(value));
    }

    public Field defaultsTo(long value) {
        return defaultsTo(JSON.numberNode(value));
    }

    public Field defaultsTo(String value) {
        return defaultsTo(JSON.textNode(value));
    }

    /** @param json like {@code []} */
    public Field defaultsToJson(String json) {
        try {
            return defaultsTo(MAPPER.readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the default of " + name + " is not JSON", e);
        }
    }

    /** Absent in a new record, although members of the object have defaults. */
    public Field defaultsToNull() {
        return defaultsTo(JSON.nullNode());
    }

    private Field defaultsTo(JsonNode value) {
        return new Field(name, type, maybeAbsent, valued, views, required, clearable, readBack, value, doc, isPersonal);
    }

    /** Describes the field in the OpenAPI document. */
    public Field doc(String description) {
        return with(new Doc(description, doc.example(), doc.deprecated()));
    }

    public Field example(String value) {
        return with(new Doc(doc.description(), JSON.textNode(value), doc.deprecated()));
    }

    public Field example(long value) {
        return with(new Doc(doc.description(), JSON.numberNode(value), doc.deprecated()));
    }

    public Field deprecated() {
        return with(new Doc(doc.description(), doc.example(), true));
    }

    private Field with(Doc it) {
        return new Field(name, type, maybeAbsent, valued, views, required, clearable, readBack, preset, it, isPersonal);
    }

    /** These members of an object in one view. */
    static List<Field> nested(List<Field> fields, View view) {
        return fields.stream()
                .filter(field -> field.views == null || field.views.contains(view))
                .map(field -> field.projected(view))
                .toList();
    }

    /** The field in one view, with nothing that belongs to other views: equal fields read alike. */
    Field projected(View view) {
        Type shown = type.in(view);
        return view == View.READ
                ? new Field(name, shown, maybeAbsent, valued, null, false, false, false, null, doc, isPersonal)
                : new Field(name, shown, false, false, null, required, clearable, readBack, null, doc, isPersonal);
    }
}
