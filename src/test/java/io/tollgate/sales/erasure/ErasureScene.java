package io.tollgate.sales.erasure;

import io.tollgate.platform.clock.Clock;
import io.tollgate.support.Buyer;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sellers in a database of their own, and persons who leave data everywhere. */
final class ErasureScene implements AutoCloseable {
    final TestDatabase database = new TestDatabase();
    private final Connection connection = connect();
    final TestGateway gateway = TestGateway.stepped(
            Map.of("database.url", database.url(), "checkout.openPerAddress", "1000", "webhooks.loopback", "true"),
            Clock.SYSTEM,
            outside -> outside);

    /**
     * A person; every token occurs only in the data of this person.
     *
     * @param files the token of the files, which both modes of a seller share
     */
    record Person(String token, String files) {
        String name() {
            return "Q" + token + "first Q" + token + "last";
        }

        String email() {
            return "q" + token + ".mail@example.com";
        }

        String phone() {
            return "+49 30 " + Math.abs(token.hashCode() % 9_000_000);
        }

        /** What the search looks for, in lower case. */
        List<String> tokens() {
            return List.of("q" + token, "q" + files, email(), phone().replace(" ", ""));
        }
    }

    static String json(String text) {
        return text.replace('\'', '"');
    }

    Buyer buyer(Person person) {
        return new Buyer(gateway.url(), person.email());
    }

    void run(String... statements) {
        try {
            database.run(statements);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the first column of all rows. */
    List<String> rows(String sql) {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                rows.add(found.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return rows;
    }

    private Connection connect() {
        try {
            return DriverManager.getConnection(database.jdbcUrl());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        gateway.close();
        database.close();
    }
}
