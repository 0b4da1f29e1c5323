package io.tollgate.platform.records;

import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** A SQL statement under construction: text and bound values. Values are never part of the text. */
final class Statement {
    private final StringBuilder text = new StringBuilder(512);
    private final List<Object> values = new ArrayList<>();

    Statement add(String sql) {
        text.append(sql);
        return this;
    }

    /** Binds a value and returns its placeholder. */
    String bind(Object value) {
        values.add(value);
        return "$" + values.size();
    }

    String sql() {
        return text.toString();
    }

    Tuple values() {
        return Tuple.wrap(values);
    }
}
