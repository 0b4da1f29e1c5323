package io.tollgate.simulation;

import io.tollgate.platform.resource.Scope;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes the rows of one seller's live mode, bypassing the gateway. In each statement, {@code :own} is the
 * condition on the seller's rows, and {@code :seller} the id of the seller.
 */
record SellerRows(Connection connection, Scope scope) {
    /** Returns the rows of a query, with their columns as texts. */
    List<List<@Nullable String>> rows(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(bound(sql))) {
            int columns = found.getMetaData().getColumnCount();
            List<List<@Nullable String>> rows = new ArrayList<>();
            while (found.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(found.getString(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Returns the first column of a query. */
    List<String> column(String sql) {
        return rows(sql).stream().map(row -> String.valueOf(row.get(0))).toList();
    }

    /** Returns the only value of a query. */
    String value(String sql) {
        return column(sql).get(0);
    }

    /** Executes a statement. */
    void run(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(bound(sql));
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private String bound(String sql) {
        String seller = "'" + scope.sellerId() + "'";
        return sql.replace(":own", "seller_id = " + seller + " AND livemode").replace(":seller", seller);
    }
}
