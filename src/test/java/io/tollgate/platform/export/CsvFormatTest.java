package io.tollgate.platform.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.event.TicketGroups;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.CsvFile;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The cells and the header of lists as CSV. */
class CsvFormatTest {
    private static final Instant SUMMER = Instant.parse("2026-07-01T22:30:15.123Z");

    private static final Predicate<String> FORMULA =
            Pattern.compile("^[\\s\\p{Z}\\p{Cf}\"]*[=+@＝-]").asPredicate();

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private CsvFile payments(String query) {
        return CsvFile.of(get("/v1/payments" + query));
    }

    private Reply get(String path) {
        return api.send("GET", path, ExportedListsTest.CSV);
    }

    private void payment(Consumer<ObjectNode> change) {
        seller.create(Payments.RESOURCE, true, SUMMER, change);
    }

    @ParameterizedTest
    @CsvSource({"usd,-1999,-19.99", "jpy,1999,1999", "kwd,1990,1.990", "eur,5,0.05", "isk,200,2.00"})
    void amounts_are_decimal_numbers_in_the_unit_of_their_currency(String currency, long amount, String cell) {
        payment(payment ->
                payment.put("currency", currency).put("setupFee", amount).put("amountUsd", -1999));
        CsvFile csv = payments("?columns=setupFee,currency,amountUsd");
        assertThat(csv.rows()).containsExactly(List.of(cell, currency, "-19.99"));
        assertThat(payments("?columns=setupFee").rows()).containsExactly(List.of(cell));
    }

    @ParameterizedTest
    @CsvSource({
        "UTC,2026-07-01T22:30:15.123Z",
        "Europe/Berlin,2026-07-02T00:30:15.123+02:00",
        "America/St_Johns,2026-07-01T20:00:15.123-02:30"
    })
    void times_are_in_the_zone_of_the_account(String zone, String cell) {
        api.patch("/v1/account", "{\"timezone\":\"" + zone + "\"}").expect(200);
        payment(payment -> payment.putNull("lastRefundAt"));
        CsvFile csv = payments("?columns=createdAt,lastRefundAt");
        assertThat(csv.rows()).containsExactly(List.of(cell, ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=1+1",
                "+49 30 1",
                "-cmd",
                "@SUM(A1)",
                "\tx",
                "\rx",
                "＝1+1",
                "＋1",
                "－1",
                "＠A1",
                "\u22121",
                " =1+1",
                "\u00a0=1",
                "\ufeff=1",
                "\u200b\u3000=1",
                "\"=1"
            })
    void texts_that_look_like_formulas_are_neutralized(String text) {
        payment(payment -> payment.put("customerName", text).put("quantity", -3));
        CsvFile csv = payments("?columns=customerName,quantity");
        assertThat(csv.cell(0, "customerName")).isEqualTo("'" + text);
        assertThat(csv.cell(0, "quantity")).as("a number").isEqualTo("-3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"comma", "semicolon", "tab"})
    void no_cell_is_a_formula_whatever_delimiter_a_spreadsheet_splits_by(String delimiter) {
        String text = "a,=1;=2\t=3\n=4\r= 5,\"+6;\uff1d7\t\u00a0-8";
        payment(payment -> {
            payment.put("customerName", text);
            payment.putArray("transactionIds").add(text).add(text);
        });
        String body = get("/v1/payments?columns=status,customerName,transactionIds&delimiter=" + delimiter)
                .expect(200)
                .body();
        char own = FormulaGuard.DELIMITERS.charAt(
                List.of("comma", "semicolon", "tab").indexOf(delimiter));
        assertThat(cells(body, own)).hasSize(2).noneMatch(FORMULA);
        for (char other :
                FormulaGuard.DELIMITERS.replace(String.valueOf(own), "").toCharArray()) {
            assertThat(cells(body, other)).hasSizeGreaterThan(4).noneMatch(FORMULA);
        }
        String json = CsvFile.of(body, own).cell(0, "transactionIds");
        assertThat(StoredJson.parseList(json).get(1).textValue()).isEqualTo(text);
    }

    /** Returns the cells with texts as a spreadsheet sees them: quotes count only where a cell begins. */
    private static List<String> cells(String body, char delimiter) {
        String rows = body.substring(body.indexOf('\n') + 1);
        Matcher cell = Pattern.compile("(\"(?:[^\"]|\"\")*\"|[^\"\r\n" + delimiter + "])[^\r\n" + delimiter + "]*")
                .matcher(rows);
        return cell.results()
                .map(found -> found.group().replace("\"\"", ""))
                .filter(text -> text.matches("(?s).*[1-8].*"))
                .toList();
    }

    @Test
    void other_texts_are_as_they_were_sent() {
        String text = "Zoë \"Z\" Müller,\r\n;\t日本 😀 = a-b +\t";
        payment(payment -> payment.put("customerName", text));
        assertThat(payments("").cell(0, "customerName")).isEqualTo(text);
        for (String name : List.of("semicolon", "tab")) {
            String body = get("/v1/payments?delimiter=" + name).expect(200).body();
            CsvFile csv = CsvFile.of(body, name.equals("tab") ? '\t' : ';');
            assertThat(csv.cell(0, "customerName")).isEqualTo(text);
        }
    }

    @Test
    void objects_become_columns_and_lists_json() {
        payment(payment -> {
            ((ObjectNode) payment.at("/billing/address")).put("city", "Köln");
            payment.putArray("transactionIds").add("a,b").add("c");
            payment.putNull("shipping");
        });
        CsvFile csv = payments("");
        assertThat(csv.cell(0, "billing.address.city")).isEqualTo("Köln");
        assertThat(csv.cell(0, "transactionIds")).isEqualTo("[\"a,b\",\"c\"]");
        assertThat(csv.cell(0, "shipping.address.city")).isEmpty();
        assertThat(csv.header()).doesNotHaveDuplicates().startsWith("id", "status", "orderId");
    }

    @Test
    void requested_columns_come_in_the_requested_order() {
        payment(payment -> {});
        assertThat(payments("?columns=status,id,billing.address,id").header())
                .containsExactly(
                        "status",
                        "id",
                        "billing.address.line1",
                        "billing.address.line2",
                        "billing.address.city",
                        "billing.address.state",
                        "billing.address.postalCode",
                        "billing.address.country");
    }

    @Test
    void all_problems_are_reported_together() {
        Reply reply = get("/v1/payments?columns=,&delimiter=pipe&bom=yes&limit=0&stauts=paid");
        assertThat(reply.problems()).containsExactlyInAnyOrder("delimiter", "bom", "limit", "stauts");
        reply = get("/v1/payments?columns=id,stauts,amont");
        assertThat(reply.problems()).containsExactly("columns", "columns");
        assertThat(reply.json().at("/errors/0/message").asText())
                .startsWith("unknown column \"stauts\"; known: id, status, orderId,")
                .contains(", createdAt,");
        assertThat(get("/v1/payments?columns=id&columns=id").problems()).containsExactly("columns");
        assertThat(get("/v1/payments?limit=101&ending_before=" + "0".repeat(24)).problems())
                .containsExactly("limit");
    }

    @Test
    void options_of_csv_are_refused_for_other_formats() {
        for (Map<String, String> accept : List.of(Map.of("Accept", "*/*"), ExportedListsTest.NDJSON)) {
            Reply reply = api.send("GET", "/v1/payments?columns=id&delimiter=tab&bom=true", accept);
            assertThat(reply.problems()).containsExactly("columns", "delimiter", "bom");
            assertThat(reply.json().at("/errors/0/message").asText())
                    .isEqualTo("applies to CSV only: send Accept: text/csv");
        }
    }

    @Test
    void byte_order_mark_comes_first() {
        String body = get("/v1/payments?bom=true&columns=id").expect(200).body();
        assertThat(body).isEqualTo("\ufeffid\r\n");
        assertThat(get("/v1/payments?columns=id").expect(200).body()).isEqualTo("id\r\n");
    }

    @Test
    void file_is_named_after_the_list_and_the_day() {
        Reply csv = get("/v1/payments");
        assertThat(csv.header("Content-Type")).isEqualTo("text/csv; charset=utf-8");
        assertThat(csv.header("Content-Disposition"))
                .matches("attachment; filename=\"payments-\\d{4}-\\d\\d-\\d\\d.csv\"");
        Reply lines = seller.test().send("GET", "/v1/subscription-payments", ExportedListsTest.NDJSON);
        assertThat(lines.header("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(lines.header("Content-Disposition"))
                .matches("attachment; filename=\"subscription-payments-test-\\d{4}-\\d\\d-\\d\\d.ndjson\"");
        assertThat(lines.header("Vary")).isEqualTo("Accept, Accept-Encoding");
    }

    static Stream<Resource> resources() {
        return TestEndpoints.all().stream()
                .filter(Endpoint::isList)
                .map(Endpoint::resource)
                .distinct();
    }

    /** Otherwise the cell is in the smallest unit, as in ticket types, whose currency is that of their event. */
    @ParameterizedTest
    @MethodSource("resources")
    void every_amount_has_a_currency(Resource resource) {
        assertThat(CsvColumn.of(resource.fields()).stream()
                        .filter(column -> column.kind() == CsvColumn.Kind.AMOUNT && column.currency() == null))
                .hasSize(resource == TicketGroups.TYPE_RESOURCE ? 4 : 0);
    }

    @Test
    void currency_follows_the_amounts_of_a_ticket() {
        seller.create(
                Tickets.RESOURCE, true, ticket -> ticket.put("currency", "jpy").put("revenue", 2500));
        CsvFile csv = CsvFile.of(get("/v1/tickets?columns=revenue"));
        assertThat(csv.rows()).containsExactly(List.of("2500"));
    }
}
