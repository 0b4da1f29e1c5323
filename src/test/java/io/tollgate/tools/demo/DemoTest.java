package io.tollgate.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DemoTest {
    private static final Instant NOW = Instant.parse("2026-11-21T00:00:00Z");

    /** Patterns of fields that are declared for all purchases but that one kind never has. */
    private static final List<String> NEVER = List.of(
            "bookings.(shipping|upsell|dynamicPrice).*",
            "bookings.discount.amountOff",
            // These would have to end without a gateway.
            "funnel-runs.outcome=(open|shown)",
            "payments.priceSnapshot.(recurring|paymentPlan|billingType=recurring).*",
            "(subscriptions|subscription-payments).paymentMethod.gateway=(manual|paypal)",
            // The subscriptions of the demo are not billed, so that nothing would resume them.
            "subscriptions.resumesAt",
            "subscriptions.priceSnapshot.(billingType=one_time|pwywSuggestedPrice)",
            "subscriptions.priceSnapshot.paymentPlan.(interval=(day|week|year)|startDate)",
            "subscriptions.variants.selectedOptions.optionType=pay_what_you_want");

    private static TestDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        Demo.load(database.jdbcUrl(), DemoOptions.of(4900, 1, 1, NOW), DemoFiles.NONE, Progress.SILENT);
    }

    @AfterAll
    static void close() throws Exception {
        database.close();
    }

    private interface Rows {
        void row(ResultSet row) throws SQLException;
    }

    private static void each(String url, String sql, Rows rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                rows.row(result);
            }
        }
    }

    /** Returns a digest of all rows of a table. */
    private static Map<String, String> digests(String url) throws SQLException {
        Map<String, String> digests = new TreeMap<>();
        for (String table :
                List.of("page", "product", "coupon", "capacity", "ticket_type", "file", "tax_rate", "license_key")) {
            each(
                    url,
                    "SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM " + table + " t",
                    row -> digests.put(table, row.getString(1)));
        }
        for (Resource resource : Demo.RECORDED) {
            String table = resource.table();
            each(
                    url,
                    "SELECT md5(string_agg(md5(record), '' ORDER BY seller_id, livemode, id)) FROM " + table,
                    row -> digests.put(table, row.getString(1)));
            each(
                    url,
                    "SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM " + table + "_count t",
                    row -> digests.put(table + "_count", row.getString(1)));
        }
        return digests;
    }

    @Test
    void the_same_seed_makes_the_same_bytes_and_another_does_not() throws Exception {
        try (TestDatabase again = new TestDatabase();
                TestDatabase other = new TestDatabase()) {
            Demo.load(again.jdbcUrl(), DemoOptions.of(300, 2, 1, NOW), DemoFiles.NONE, Progress.SILENT);
            Demo.load(other.jdbcUrl(), DemoOptions.of(300, 2, 1, NOW), DemoFiles.NONE, Progress.SILENT);
            Map<String, String> first = digests(again.jdbcUrl());
            assertThat(digests(other.jdbcUrl())).isEqualTo(first);
            Demo.load(other.jdbcUrl(), DemoOptions.of(300, 1, 2, NOW), DemoFiles.NONE, Progress.SILENT);
            assertThat(digests(other.jdbcUrl()).get("payment")).isNotEqualTo(first.get("payment"));
        }
    }

    @Test
    void sellers_have_legal_details_and_their_invoices_carry_them() throws Exception {
        List<String> invoices = new ArrayList<>();
        each(database.jdbcUrl(), """
                SELECT DISTINCT jsonb_strip_nulls(convert_from(i.record, 'UTF8')::jsonb -> 'sellerBilling')
                    = jsonb_build_object('name', t.display_name, 'email', t.email, 'taxId', t.tax_id,
                        'address', t.address)
                FROM invoice i LEFT JOIN seller_setting t ON t.seller_id = i.seller_id
                """, row -> invoices.add(row.getString(1)));
        assertThat(invoices).containsExactly("t");
    }

    @Test
    void offersAfterPurchasesHaveTotals() throws Exception {
        Map<String, Long> earned = new TreeMap<>();
        each(database.jdbcUrl(), """
                SELECT currency, sum(offer_amount), sum((convert_from(record, 'UTF8')::json ->> 'offerAmount')::bigint)
                FROM funnel_run_record WHERE outcome = 'accepted' GROUP BY currency
                """, row -> {
            assertThat(row.getLong(2)).isEqualTo(row.getLong(3));
            earned.put(row.getString(1), row.getLong(2));
        });
        assertThat(earned).isNotEmpty().doesNotContainValue(0L);
    }

    @Test
    void every_field_is_filled_somewhere_and_every_value_of_an_enumeration_occurs() throws Exception {
        Map<String, Set<String>> seen = new HashMap<>();
        ObjectMapper mapper = new ObjectMapper();
        Set<String> missing = new TreeSet<>();
        for (Resource resource : Demo.RECORDED) {
            each(database.jdbcUrl(), "SELECT record FROM " + resource.table(), row -> {
                try {
                    JsonNode record = mapper.readTree(row.getBytes(1));
                    resource.fields().forEach(field -> see(seen, resource.name(), field, record));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            resource.fields().forEach(field -> missing(missing, seen, resource.name(), field));
        }
        missing.removeIf(path -> NEVER.stream().anyMatch(path::matches));
        assertThat(missing).isEmpty();
    }

    private static void see(Map<String, Set<String>> seen, String path, Field field, JsonNode record) {
        assertThat(!field.valued() || record.hasNonNull(field.name()))
                .as("%s.%s of every record has a value", path, field.name())
                .isTrue();
        value(seen, path + "." + field.name(), field.type(), record.path(field.name()));
    }

    private static void value(Map<String, Set<String>> seen, String path, Type type, JsonNode value) {
        if (value.isNull() || value.isMissingNode()) {
            return;
        }
        switch (type.kind()) {
            case OBJECT -> type.fields().forEach(field -> see(seen, path, field, value));
            case LIST -> value.forEach(item -> value(seen, path, type.element(), item));
            case ENUM -> seen.computeIfAbsent(path, key -> new TreeSet<>()).add(value.asText());
            default -> seen.computeIfAbsent(path, key -> new TreeSet<>()).add("");
        }
    }

    private static void missing(Set<String> missing, Map<String, Set<String>> seen, String path, Field field) {
        missing(missing, seen, path + "." + field.name(), field.type());
    }

    private static void missing(Set<String> missing, Map<String, Set<String>> seen, String path, Type type) {
        switch (type.kind()) {
            case OBJECT -> type.fields().forEach(field -> missing(missing, seen, path, field));
            case LIST -> missing(missing, seen, path, type.element());
            case ENUM ->
                type.values().stream()
                        .filter(value -> !seen.getOrDefault(path, Set.of()).contains(value))
                        .forEach(value -> missing.add(path + "=" + value));
            default -> {
                if (!seen.containsKey(path)) {
                    missing.add(path);
                }
            }
        }
    }

    @Test
    void every_license_key_that_a_record_names_exists() throws Exception {
        for (String owner : List.of("payment", "subscription")) {
            each(
                    database.jdbcUrl(),
                    "SELECT count(*), count(k.id) FILTER (WHERE k.disabled_at IS NULL) FROM " + owner + " p"
                            + " LEFT JOIN license_key k ON (k.seller_id, k.livemode, k.id) = (p.seller_id, p.livemode,"
                            + " convert_from(p.record, 'UTF8')::jsonb ->> 'licenseKeyId')"
                            + " WHERE convert_from(p.record, 'UTF8')::jsonb ->> 'licenseKeyId' IS NOT NULL"
                            + " GROUP BY k.id IS NULL",
                    row -> {
                        assertThat(row.getLong(1)).as(owner).isPositive();
                        assertThat(row.getLong(2)).as(owner).isPositive();
                    });
        }
    }

    @Test
    void ids_grow_with_time_and_end_near_now() throws Exception {
        each(
                database.jdbcUrl(),
                "SELECT max(created_at) > '2026-11-19', max(created_at) < '2026-11-21' FROM payment",
                row -> {
                    assertThat(row.getBoolean(1)).isTrue();
                    assertThat(row.getBoolean(2)).isTrue();
                });
        each(
                database.jdbcUrl(),
                "SELECT count(*) FROM (SELECT seller_id, livemode, created_at, lag(created_at) OVER (PARTITION BY"
                        + " seller_id, livemode ORDER BY id) AS former FROM payment) p WHERE former > created_at",
                row -> assertThat(row.getLong(1)).isZero());
    }

    @Test
    void one_purchase_in_ten_is_a_test_and_of_a_page_in_test_mode() throws Exception {
        each(
                database.jdbcUrl(),
                "SELECT count(*) FILTER (WHERE NOT livemode) * 10 = count(*), bool_and(page.testmode <> p.livemode)"
                        + " FROM payment p JOIN page ON page.seller_id = p.seller_id AND page.id = p.page_id",
                row -> {
                    assertThat(row.getBoolean(1)).isTrue();
                    assertThat(row.getBoolean(2)).isTrue();
                });
    }

    @Test
    void names_are_in_many_scripts() throws Exception {
        for (String letter :
                List.of("é", "محمد", "כהן", "शर्मा", "ใจดี", "田中", "김", "Иванова", "Παπαδόπουλος", "ł", "İ")) {
            each(
                    database.jdbcUrl(),
                    "SELECT count(*) FROM customer WHERE strpos(convert_from(record, 'UTF8'), '" + letter + "') > 0",
                    row -> assertThat(row.getLong(1)).as(letter).isPositive());
        }
    }
}
