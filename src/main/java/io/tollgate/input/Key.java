package io.tollgate.input;

import java.util.List;

/**
 * One name in a body, and what may stand there.
 *
 * @param required whether a body without it is refused
 * @param clearable whether null may stand there: it clears what was stored
 */
public record Key(String name, Value value, boolean required, boolean clearable) {

    public static Key of(String name, Value value) {
        return new Key(name, value, false, false);
    }

    /** One line of text, at least one character long. */
    public static Key text(String name, int max) {
        return of(name, Value.line(1, max));
    }

    /** Text that may have line breaks and may be empty. */
    public static Key prose(String name, int max) {
        return of(name, Value.prose(0, max));
    }

    public static Key email(String name) {
        return of(name, Value.EMAIL);
    }

    public static Key url(String name) {
        return of(name, Value.URL);
    }

    public static Key id(String name) {
        return of(name, Value.ID);
    }

    public static Key bool(String name) {
        return of(name, Value.BOOLEAN);
    }

    public static Key time(String name) {
        return of(name, Value.TIME);
    }

    /** An amount in the currency's smallest unit. */
    public static Key money(String name) {
        return of(name, Value.MONEY);
    }

    public static Key integer(String name, long min, long max) {
        return of(name, Value.integer(min, max));
    }

    public static Key number(String name, long min, long max) {
        return of(name, Value.number(min, max));
    }

    public static Key oneOf(String name, String... values) {
        return of(name, Value.oneOf(List.of(values)));
    }

    public static Key object(String name, Key... keys) {
        return of(name, Value.object(keys));
    }

    /** A list of objects with these keys. */
    public static Key list(String name, int max, Key... keys) {
        return of(name, Value.list(0, max, Value.object(keys)));
    }

    public static Key ids(String name, int max) {
        return of(name, Value.list(0, max, Value.ID));
    }

    public static Key map(String name, int max, Value item) {
        return of(name, Value.map(0, max, item));
    }

    /** A body without it is refused. */
    public Key needed() {
        return new Key(name, value, true, clearable);
    }

    /** Null may stand here, and clears what was stored. */
    public Key orNull() {
        return new Key(name, value, required, true);
    }
}
