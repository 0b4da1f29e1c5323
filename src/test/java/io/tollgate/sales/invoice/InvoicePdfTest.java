package io.tollgate.sales.invoice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.Accessibility;
import io.tollgate.pdf.Corpus;
import io.tollgate.pdf.LogoSamples;
import io.tollgate.pdf.PdfReader;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.RenderContext;
import io.tollgate.pdf.font.Typefaces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The content of invoice PDFs. */
class InvoicePdfTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final RenderContext CONTEXT = new RenderContext(new Typefaces());

    private final ObjectNode invoice = tree("""
            {"id":"656565656565656565656565","chargeType":"booking","livemode":true,"currency":"eur","amount":28560,
            "amountPaid":0,"amountDue":28560,"amountRefunded":0,"amountExcludingTax":24000,"taxAmount":4560,
            "taxBreakdown":[
            {"taxType":"vat","taxableAmount":20000,"taxAmount":3800,"taxRateDetails":{"percentageDecimal":0.19}},
            {"taxType":"vat","taxableAmount":4000,"taxAmount":760,"taxRateDetails":{"percentageDecimal":0.07}}],
            "taxRates":[],"status":"open","lineItems":[
            {"type":"ticket","name":"Balcony","quantity":2,"unitPrice":10000,"amount":20000,
            "bulkDiscountAmount":1000,"couponDiscountAmount":500,"couponCode":"EARLY"},
            {"type":"ticketFee","name":"Booking fee","quantity":2,"unitPrice":250,"amount":500}],
            "subtotal":25500,"subtotalAfterDiscount":24000,"bulkDiscount":1000,"complimentaryDiscountAmount":0,
            "fees":[{"name":"Handling","amount":600,"percentage":2.5}],"coupon":{"code":"EARLY","discount":500},
            "poNumber":"PO-77123","poNumberLabel":"Your reference","invoiceNumber":"2026-000010",
            "billing":{"name":"Maria Groß-Müller","email":"maria@example.com","phone":"+49 30 123456",
            "address":{"line1":"Torstraße 1","city":"Berlin","postalCode":"10119","country":"DE"},
            "taxId":"DE123456789"},
            "sellerBilling":{"name":"Lumen Concerts GmbH","email":"billing@lumen.example","taxId":"DE987654321",
            "address":{"line1":"Skalitzer Str. 85","city":"Berlin","postalCode":"10997","country":"DE"}},
            "customerName":"Maria","productTitle":"Night of Strings","createdAt":"2026-11-20T10:00:00.000Z",
            "updatedAt":"2026-11-20T10:00:00.000Z","invoiceUrl":""}""");

    private final ObjectNode page = tree("""
            {"locale":"en-GB","invoiceSettings":{"bankDetails":"IBAN DE02 1203 0000 0000 2020 51\\nBIC BYLADEM1001",
            "additionalInformation":{"enabled":true,"title":"Thank you","message":"Please pay within 14 days."},
            "dueDays":{"enabled":true,"days":14}}}""");

    private String sellerName = "Lumen Concerts";
    private byte @Nullable [] logo;

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json.replace("\n", ""));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private byte[] drawn() {
        PdfRequest request = InvoicePdf.request(invoice, page, sellerName, logo);
        try {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            new InvoicePdf()
                    .render(
                            MAPPER.readTree(request.content().getBytes()),
                            CONTEXT.begin(request.digest(), Duration.ofSeconds(60)),
                            file);
            return file.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text() {
        return PdfReader.text(drawn()).replaceAll("\\s+", " ");
    }

    @Test
    void shows_all_there_is_to_know() {
        assertThat(text())
                .contains("Invoice", "2026-000010", "20 November 2026", "4 December 2026", "Your reference", "PO-77123")
                .contains("Lumen Concerts GmbH", "Skalitzer Str. 85", "10997 Berlin", "Germany", "DE987654321")
                .contains("Maria Groß-Müller", "Torstraße 1", "maria@example.com", "+49 30 123456", "DE123456789")
                .contains("Balcony", "€100.00", "€200.00", "Coupon EARLY", "Booking fee", "€2.50", "€5.00")
                .contains("Subtotal €255.00", "Volume discount -€10.00", "Coupon EARLY -€5.00")
                .contains("Subtotal after discounts €240.00", "Handling (2.5 %) €6.00")
                .contains("Total excluding tax €240.00")
                .contains("VAT 19 % on €200.00 €38.00", "VAT 7 % on €40.00 €7.60")
                .contains("Total €285.60", "Amount due €285.60", "Open")
                .contains("IBAN DE02 1203 0000 0000 2020 51", "Thank you", "Please pay within 14 days.")
                .doesNotContain("TEST");
    }

    @Test
    void dates_are_those_of_the_time_zone_of_the_account() {
        invoice.put("createdAt", "2026-12-31T11:30:00.000Z");
        page.put("timezone", "Pacific/Auckland");
        assertThat(text()).contains("1 January 2027", "15 January 2027").doesNotContain("31 December 2026");
    }

    @Test
    void fees_of_tickets_are_in_the_language_of_the_page() {
        page.put("locale", "de-DE");
        assertThat(text()).contains("Buchungsgebühr").doesNotContain("Booking fee");
    }

    @Test
    void a_paid_one_is_not_due() {
        invoice.put("status", "paid").put("amountPaid", 28560).put("amountDue", 0);
        assertThat(text()).contains("Paid", "Amount paid €285.60").doesNotContain("Amount due", "Due date");
    }

    @Test
    void a_refund_and_a_void_are_shown() {
        invoice.put("status", "refunded").put("amountPaid", 28560).put("amountRefunded", 28560);
        assertThat(text()).contains("Refunded", "Amount refunded -€285.60");
        invoice.put("status", "void");
        assertThat(text()).contains("Void");
    }

    @Test
    void a_test_invoice_says_so() {
        invoice.put("livemode", false);
        assertThat(text()).contains("TEST", "Test invoice: no payment is due");
    }

    @Test
    void currencies_without_a_smaller_unit_are_written_without_places() {
        invoice.put("currency", "jpy");
        assertThat(text()).contains("JP¥28,560");
    }

    /** Decimals as the processor counts them, which differ from ISO 4217 for some currencies. */
    @Test
    void units_are_those_in_which_is_charged() {
        invoice.put("currency", "mga");
        assertThat(text()).contains("MGA 28,560");
        invoice.put("currency", "isk");
        assertThat(text()).contains("ISK 285.60");
        invoice.put("currency", "kwd");
        assertThat(text()).contains("KWD 28.560");
    }

    @Test
    void percentages_are_written_with_all_their_places() {
        invoice.putArray("fees")
                .addObject()
                .put("name", "Service")
                .put("amount", 100)
                .put("percentage", 99.999999);
        assertThat(text()).contains("Service (99.999999 %) €1.00");
    }

    @Test
    void many_lines_take_many_pages() {
        for (int i = 0; i < 200; i++) {
            invoice.withArray("lineItems")
                    .addObject()
                    .put("name", "Line " + i)
                    .put("quantity", 1)
                    .put("unitPrice", i)
                    .put("amount", i);
        }
        byte[] pdf = drawn();
        int pages = PdfReader.pages(pdf);
        assertThat(pages).isBetween(5, 15);
        String text = PdfReader.text(pdf);
        assertThat(text).contains("Line 0", "Line 199", "Page 1 of " + pages, "Page " + pages + " of " + pages);
        assertThat(Accessibility.problems(pdf)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "jp-JP", "ar-SA", "he-IL", "zh-HK", "ta-IN", "bn-BD", "el-GR", "xx"})
    void is_the_same_each_time_in_each_language_and_for_everybody(String locale) {
        page.put("locale", locale);
        Corpus.texts()
                .forEach(text -> invoice.withArray("lineItems")
                        .addObject()
                        .put("name", text.text())
                        .put("quantity", 1)
                        .put("unitPrice", 1)
                        .put("amount", 1));
        byte[] pdf = drawn();
        assertThat(pdf).isEqualTo(drawn());
        assertThat(Accessibility.problems(pdf)).isEmpty();
    }

    /** Hyphens between digits would be reordered after an Arabic word. */
    @Test
    void numbers_of_the_invoice_and_of_the_seller_are_written_from_left_to_right_in_arabic() {
        page.put("locale", "ar-SA");
        invoice.withObject("/sellerBilling").put("name", "شركة الأضواء").put("taxId", "30-12345678-9");
        // The direction mark before each number is part of the text on JDK 17, but not on JDK 25.
        assertThat(PdfReader.visualText(drawn())).contains("2026-000010", "30-12345678-9");
    }

    @Test
    void details_of_the_seller_are_shown_whole() {
        String name = "Society for the Promotion of Chamber Music and Contemporary Dance "
                .repeat(3)
                .strip();
        String street = "Room 1234, Building C, Industrial Estate behind the Railway Station "
                .repeat(2)
                .strip();
        sellerName = name;
        ObjectNode seller = invoice.withObject("/sellerBilling").put("name", name);
        seller.withObject("/address").put("line1", street);
        assertThat(name.length()).isBetween(190, 200);
        assertThat(text()).contains("From " + name + " " + street).contains("… · 2026-000010");
    }

    @Test
    void the_title_is_shown_whole_in_each_language() {
        page.put("locale", "ta-IN");
        assertThat(text()).contains("விலைப்பட்டியல்");
    }

    @Test
    void a_logo_stands_in_for_the_name_and_is_told_to_those_who_do_not_see() {
        byte[] without = drawn();
        for (byte[] shape : new byte[][] {LogoSamples.wide(), LogoSamples.white(), LogoSamples.tall()}) {
            logo = shape;
            byte[] pdf = drawn();
            assertThat(pdf).isNotEqualTo(without).isEqualTo(drawn());
            assertThat(Accessibility.problems(pdf)).isEmpty();
            assertThat(text()).contains("Lumen Concerts · 2026-000010").doesNotContain("Invoice Lumen Concerts");
        }
        logo = LogoSamples.empty();
        assertThat(drawn()).isEqualTo(without);
    }

    @Test
    void nothing_but_an_id_and_a_status_is_enough() {
        invoice.removeAll();
        invoice.put("id", "656565656565656565656565").put("status", "paid").put("livemode", true);
        page.removeAll();
        assertThat(text()).contains("Invoice", "Paid");
    }
}
