package io.tollgate.sales.invoice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.Accessibility;
import io.tollgate.pdf.PdfReader;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.font.Typefaces;
import io.tollgate.sales.invoice.CreditNotePdf.CreditNote;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The content of credit notes. */
class CreditNotePdfTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final RenderContext CONTEXT = new RenderContext(new Typefaces());

    private final ObjectNode invoice = tree("""
            {"id":"656565656565656565656565","livemode":true,"currency":"eur","amount":11900,"taxAmount":1900,
            "taxRates":[{"displayName":"USt","percentage":19}],"status":"partially_refunded",
            "invoiceNumber":"2026-000010","billing":{"name":"Maria Groß-Müller","email":"maria@example.com",
            "address":{"line1":"Torstraße 1","city":"Berlin","postalCode":"10119","country":"DE"}},
            "sellerBilling":{"name":"Lumen Concerts GmbH","taxId":"DE987654321"},
            "productTitle":"Night of Strings","createdAt":"2026-11-20T10:00:00.000Z"}""");

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json.replace("\n", ""));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private byte[] drawn(String locale, boolean failed) {
        CreditNote note = new CreditNote("CN-2026-000003", Instant.parse("2026-11-25T10:00:00Z"), 5_950, 950, failed);
        PdfRequest request = CreditNotePdf.request(
                note, invoice, MAPPER.createObjectNode().put("locale", locale), "Lumen Concerts", null);
        try {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            new CreditNotePdf()
                    .render(
                            MAPPER.readTree(request.content().getBytes()),
                            CONTEXT.begin(request.digest(), Duration.ofSeconds(60)),
                            file);
            return file.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text(String locale, boolean failed) {
        return PdfReader.text(drawn(locale, failed)).replaceAll("\\s+", " ");
    }

    @Test
    void shows_the_invoice_the_amount_and_its_tax_share() throws IOException {
        String folder = System.getProperty("tollgate.pdfs");
        if (folder != null) {
            Files.write(Path.of(folder, "credit-note.pdf"), drawn("en-GB", false));
            Files.write(Path.of(folder, "credit-note-ar.pdf"), drawn("ar", false));
        }
        assertThat(text("en-GB", false))
                .contains("Credit note", "CN-2026-000003", "25 November 2026", "Invoice number", "2026-000010")
                .contains("Lumen Concerts GmbH", "Maria Groß-Müller", "Torstraße 1", "Night of Strings")
                .contains("Total excluding tax €50.00", "USt €9.50", "Amount refunded €59.50", "Refunded")
                .doesNotContain("Void", "TEST");
    }

    @Test
    void a_failed_refund_voids_it_and_test_mode_marks_it() {
        assertThat(text("en-GB", true)).contains("Void");
        invoice.put("livemode", false);
        assertThat(text("en-GB", false)).contains("TEST").doesNotContain("no payment is due");
    }

    @ParameterizedTest
    @CsvSource({"de, Gutschrift", "fr, Avoir", "pl, Nota kredytowa", "sv, Kreditfaktura"})
    void is_in_the_language_of_the_page(String locale, String title) {
        assertThat(text(locale, false)).contains(title, "CN-2026-000003");
        assertThat(Accessibility.problems(drawn(locale, false))).isEmpty();
    }
}
