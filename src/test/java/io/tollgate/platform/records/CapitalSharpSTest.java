package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.catalog.form.Forms;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.ticket.Tickets;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A migration repairs texts with a capital ẞ that an older version folded to ß. */
class CapitalSharpSTest {
    private static final Path STEP = Path.of("src/main/resources/db/migration/V015__capital_sharp_s.sql");

    private final TestSeller seller = TestGateway.shared().seller();

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of(Customers.RESOURCE, "customer_lookup", "name", List.of("search_text")),
                Arguments.of(
                        Tickets.RESOURCE, "ticket_lookup", "attendeeName", List.of("search_text", "attendee_name")),
                Arguments.of(
                        Invoices.RESOURCE, "invoice_lookup", "customerName", List.of("search_text", "customer_name")),
                Arguments.of(Forms.RESOURCE, "page", "name", List.of("search_text")));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void repaired_texts_are_found(Resource resource, String table, String field, List<String> columns)
            throws IOException {
        seller.create(resource, true, record -> record.put(field, "Am STRAẞENRAND"));
        for (String column : columns) {
            TestSeller.rows(
                    "UPDATE " + table + " SET " + column + " = replace(" + column + ", 'strassen', 'straßen')"
                            + " WHERE seller_id = $1",
                    seller.id());
        }
        for (String statement : Files.readString(STEP).split(";\\s*")) {
            TestSeller.rows(statement);
        }
        for (String input : List.of("straßenrand", "STRASSENRAND", "am straẞen")) {
            assertThat(seller.live()
                            .get(resource.path() + "?search=" + TestApi.encoded(input))
                            .total())
                    .as(input)
                    .isEqualTo(1);
        }
    }
}
