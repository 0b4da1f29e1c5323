package io.tollgate.resource;

import java.util.List;

/**
 * One field of a record: its name on the wire and its type. A field is always present, null or
 * empty where it has no value, unless it says that it may be absent.
 *
 * @param valued whether it has a value in every record: callers are told that they need not expect null
 */
public record Field(String name, Type type, boolean maybeAbsent, boolean valued) {

    public Field(String name, Type type) {
        this(name, type, false, false);
    }

    /** The field is left out where it has no value. */
    public Field orAbsent() {
        return new Field(name, type, true, false);
    }

    /**
     * The field has a value in every record. One that is new to records which are stored already gets theirs by a
     * migration, or is not of this kind.
     */
    public Field always() {
        return new Field(name, type, false, true);
    }

    public static Field id(String name) {
        return new Field(name, Type.ID);
    }

    public static Field text(String name) {
        return new Field(name, Type.TEXT);
    }

    public static Field oneOf(String name, String... values) {
        return new Field(name, Type.oneOf(values));
    }

    /** An amount in the currency's smallest unit. */
    public static Field money(String name) {
        return new Field(name, Type.MONEY);
    }

    public static Field integer(String name) {
        return new Field(name, Type.INTEGER);
    }

    public static Field number(String name) {
        return new Field(name, Type.NUMBER);
    }

    public static Field bool(String name) {
        return new Field(name, Type.BOOLEAN);
    }

    public static Field time(String name) {
        return new Field(name, Type.TIME);
    }

    public static Field object(String name, Field... fields) {
        return new Field(name, Type.object(fields));
    }

    public static Field object(String name, List<Field> fields) {
        return new Field(name, Type.object(fields));
    }

    /** A list of objects with these fields. */
    public static Field list(String name, Field... fields) {
        return new Field(name, Type.listOf(Type.object(fields)));
    }

    public static Field list(String name, List<Field> fields) {
        return new Field(name, Type.listOf(Type.object(fields)));
    }

    public static Field texts(String name) {
        return new Field(name, Type.listOf(Type.TEXT));
    }

    public static Field ids(String name) {
        return new Field(name, Type.listOf(Type.ID));
    }

    /** Named values of one type. */
    public static Field map(String name, Type item) {
        return new Field(name, Type.mapOf(item));
    }

    /** Free-form JSON. */
    public static Field any(String name) {
        return new Field(name, Type.ANY);
    }
}
