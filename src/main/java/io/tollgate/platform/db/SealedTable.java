package io.tollgate.platform.db;

import io.tollgate.platform.config.StartRefused;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table whose rows have one or two sealed values, for the CLI. Blocks.
 *
 * @param select reads the two columns of the primary key, the sealed values, and what {@link Row} needs
 * @param update sets both values, where the primary key and both former values are the same
 * @param others what the other rows are, after their number, in the report of problems
 */
public record SealedTable(String select, String update, Row row, String others) {
    private static final int FIRST = 3;
    private static final int SECOND = 4;

    /** What is in a row. */
    public interface Row {
        /** Returns a value under the newest secret; null if it cannot be decrypted. */
        byte @Nullable [] resealed(ResultSet row, byte[] sealed, boolean isFirst) throws SQLException;

        /** Describes a row whose values cannot be decrypted, and what to do. */
        String problem(ResultSet row) throws SQLException;
    }

    /**
     * Re-encrypts the values of all rows under the newest secret and returns the number of rows. Does not change a row
     * that changes meanwhile. Reports rows that cannot be decrypted after all others are done.
     */
    public int reseal(String jdbcUrl) {
        List<String> problems = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                PreparedStatement all = connection.prepareStatement(select);
                PreparedStatement change = connection.prepareStatement(update);
                ResultSet rows = all.executeQuery()) {
            int resealed = 0;
            while (rows.next()) {
                byte[] first = rows.getBytes(FIRST);
                byte[] second = rows.getBytes(SECOND);
                byte[] newFirst = row.resealed(rows, first, true);
                byte[] newSecond = second == null ? null : row.resealed(rows, second, false);
                if (newFirst == null || (newSecond == null && second != null)) {
                    problems.add(row.problem(rows));
                    continue;
                }
                change.setBytes(1, newFirst);
                change.setBytes(2, newSecond);
                change.setObject(3, rows.getObject(1));
                change.setObject(4, rows.getObject(2));
                change.setBytes(5, first);
                change.setBytes(6, second);
                resealed += change.executeUpdate();
            }
            if (!problems.isEmpty()) {
                problems.add(resealed + " " + others);
                throw new StartRefused(problems);
            }
            return resealed;
        } catch (SQLException failed) {
            throw new StartRefused("database error: " + StartRefused.reason(failed), failed);
        }
    }
}
