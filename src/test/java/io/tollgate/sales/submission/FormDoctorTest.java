package io.tollgate.sales.submission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Submissions and orders with files leave consistent records: the doctor finds only what is made wrong. */
class FormDoctorTest {
    private static final String JOURNAL =
            "INSERT INTO submission_change (seller_id, livemode, day, page_id, status, records)"
                    + " SELECT seller_id, livemode, created_at::date, page_id, status, ";

    private static TestDatabase database;
    private static TestGateway gateway;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        gateway = TestGateway.startPatient(Map.of("database.url", database.url()));
        TestApi api = gateway.api(gateway.keys().create("teashop", true, "test").key());
        String list = "{\"name\": \"List\", %s, \"formDetails\": {\"limitSubmissions\": {\"enabled\": true}}}";
        String gift = "{\"name\": \"Gift\", %s, \"productData\": {\"title\": \"Gift\", \"price\": {\"amount\": 0}}}";
        submitTwice(api, "/v1/forms", list);
        submitTwice(api, "/v1/checkout-pages", gift);
    }

    /** Sends two forms with a file each to a page, and deletes one of the files. */
    private static void submitTwice(TestApi api, String pages, String body) {
        Set<String> before = Set.copyOf(api.get("/v1/files").ids());
        JsonNode form = api.writeWithRetries(
                        "POST",
                        pages,
                        "with-files" + before.size(),
                        body.formatted("\"fields\": [{\"label\": \"CV\", \"element\": \"file\"}]"))
                .expect(201)
                .json()
                .get("data");
        String path = "/s/teashop/" + form.get("slug").textValue();
        String input = "fields."
                + form.at("/fields")
                        .valueStream()
                        .filter(field -> field.get("element").textValue().equals("file"))
                        .findFirst()
                        .orElseThrow()
                        .get("id")
                        .textValue();
        for (int i = 0; i < 2; i++) {
            Buyer buyer = new Buyer(gateway.url(), "buyer" + i + "@example.com");
            Map<String, String> filled = new HashMap<>(buyer.form(buyer.get(path)));
            filled.remove(input);
            Shown sent = buyer.postFiles(
                    path,
                    filled,
                    List.of(new FormFile(input, "cv.txt", "text/plain", "x".getBytes(StandardCharsets.UTF_8))));
            sent.expect(303);
        }
        String file = api.get("/v1/files").ids().stream()
                .filter(id -> !before.contains(id))
                .findFirst()
                .orElseThrow();
        api.send("DELETE", "/v1/files/" + file, Map.of()).expect(200);
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        database.close();
    }

    private static void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
        }
    }

    @Test
    void submissionsWithFilesAreConsistent() {
        assertThat(database.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            value = {
                "UPDATE submitted_form SET page_id = reverse(page_id) #",
                "UPDATE submitted_form SET email = reverse(email) #",
                "UPDATE submission_file SET submission_id = reverse(submission_id) #",
                "UPDATE submission_file SET file_id = reverse(file_id) WHERE deleted_at IS NOT NULL #",
                "UPDATE submission_file SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END #",
                "UPDATE order_file SET record_id = reverse(record_id) #",
                "UPDATE order_file SET page_id = reverse(page_id) #",
                "UPDATE order_file SET livemode = NOT livemode #",
                "UPDATE order_file SET file_id = reverse(file_id) WHERE deleted_at IS NOT NULL #",
                "UPDATE order_file SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END #",
                JOURNAL + "1 FROM submission ORDER BY id LIMIT 1 # " + JOURNAL
                        + "-1 FROM submission ORDER BY id LIMIT 1"
            })
    void whatIsWrongIsFound(String change, @Nullable String undo) throws SQLException {
        run(change);
        assertThat(database.violations()).as(change).isNotEmpty();
        run(undo == null ? change : undo);
        assertThat(database.violations()).isEmpty();
    }
}
