package io.tollgate.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Buyer;
import io.tollgate.support.OwnShop;
import io.tollgate.support.PageType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor finds nothing wrong with exports and with an erased customer, and notices each damage to them. */
class ExportDoctorTest {
    private static final int SETTLED = 20;

    private static OwnShop shop;
    private static Connection connection;

    /** One export of a payment has a file and waits for the next day, and the buyer is erased. */
    @BeforeAll
    static void exportAndErase() throws SQLException {
        shop = OwnShop.stepped(Map.of());
        Buyer ada = shop.buyer("ada@example.com");
        assertThat(ada.order(shop.page(PageType.PRODUCT, 0, 5).path()).status()).isEqualTo(303);
        shop.api()
                .post("/v1/exports", "{\"list\": \"payments\", \"schedule\": \"daily\"}")
                .expect(201);
        shop.settle();
        String id = shop.api().get("/v1/customers").ids().get(0);
        shop.api().send("DELETE", "/v1/customers/" + id, Map.of()).expect(202);
        connection = shop.connect();
        Scope scope = new Scope(text("SELECT id FROM seller"), true);
        // Events are erased when they have their numbers.
        for (int i = 0;
                i < SETTLED && !text("SELECT status FROM customer_erasure").equals("DONE");
                i++) {
            shop.gateway().numberEvents(scope);
            shop.settle();
        }
        connection.setAutoCommit(false);
    }

    private static String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
        shop.close();
    }

    private static TreeSet<String> failedChecks() throws SQLException {
        TreeSet<String> failed = new TreeSet<>();
        Doctor.examine(new Sql(connection), new Findings((check, where) -> failed.add(check)));
        connection.rollback();
        return failed;
    }

    @Test
    void nothingIsWrongWithWhatTollgateMade() throws SQLException {
        assertThat(failedChecks()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '"', textBlock = """
            exports: one that waits for its next file has a task ~ DELETE FROM processor_task WHERE kind='MAKE_EXPORT'
            exports: one that is running makes one file ~ UPDATE export_file SET expires_at = NULL
            exports: a file has the bytes of its parts ~ UPDATE export_file SET parts = parts + 1
            exports: a file has the bytes of its parts ~ UPDATE export_file SET bytes = bytes + 1
            exports: a file has the bytes of its parts ~ UPDATE export_file SET reached = NULL
            exports: a file has the bytes of its parts ~ UPDATE export_part SET number = 2
            exports: a file has the bytes of its parts ~ DELETE FROM export_part
            erasures: one that is not done has a task ~ UPDATE customer_erasure SET status='RUNNING', finished_at=NULL
            erasures: the customer exists ~ UPDATE customer SET email = 'ada@example.com'
            erasures: the customer exists ~ UPDATE customer_erasure SET customer_id = repeat('a', 24)
            """)
    void eachDamageIsNoticed(String check, String damage) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(damage)).isPositive();
        }
        assertThat(failedChecks()).anyMatch(failed -> failed.startsWith(check));
    }
}
