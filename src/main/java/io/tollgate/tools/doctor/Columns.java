package io.tollgate.tools.doctor;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;

/** Splits a row that joins a table with its lookup table. The columns of the table end with the record. */
record Columns(Map<String, Object> first, Map<String, Object> second) {

    static Columns of(ResultSet row) throws SQLException {
        ResultSetMetaData described = row.getMetaData();
        Map<String, Object> first = new HashMap<>();
        Map<String, Object> second = new HashMap<>();
        boolean ofTable = true;
        for (int i = 1; i <= described.getColumnCount(); i++) {
            String name = described.getColumnName(i);
            Object value = described.getColumnTypeName(i).equals("timestamptz")
                    ? row.getObject(i, OffsetDateTime.class)
                    : row.getObject(i);
            (ofTable ? first : second).put(name, value);
            ofTable &= !name.equals("record");
        }
        return new Columns(first, second);
    }
}
