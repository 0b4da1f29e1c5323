package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.pdf.PdfReader;
import io.tollgate.support.TestApi;
import java.net.URI;
import org.junit.jupiter.api.Test;

/** The credit note of a refund is downloaded by the link that the refund contains. */
class CreditNoteDownloadTest extends CardOrders {
    @Test
    void credit_note_names_the_refund_and_its_invoice() {
        JsonNode payment = payment(VISA);
        JsonNode refund =
                refunded(payment, "{'amount':500,'reason':'duplicate'}").at("/refunds/0");
        String text = text(refund.get("creditNoteUrl").textValue());
        assertThat(text)
                .contains("Credit note", refund.get("creditNoteNumber").textValue(), "€5.00", "Ada Lovelace")
                .contains(invoice(payment).get("invoiceNumber").textValue())
                .doesNotContain("€20.00 €20.00", "TEST");
        JsonNode rest = refunded(payment, "{}").at("/refunds/1");
        assertThat(text(rest.get("creditNoteUrl").textValue()))
                .contains(rest.get("creditNoteNumber").textValue(), "€15.00");
    }

    @Test
    void changed_link_shows_nothing() {
        String url =
                refunded(payment(VISA), "{}").at("/refunds/0/creditNoteUrl").textValue();
        TestApi nobody = new TestApi(shop.gateway().url(), null);
        URI link = URI.create(url);
        assertThat(nobody.get(link.getRawPath() + "?" + link.getRawQuery()).status())
                .isEqualTo(200);
        assertThat(nobody.get(link.getRawPath() + "?" + link.getRawQuery().replaceFirst("expires=\\d", "expires=9"))
                        .status())
                .isEqualTo(403);
        assertThat(nobody.get(link.getRawPath()).status()).isEqualTo(403);
    }

    /** Downloads a document by a link and returns its text. */
    private String text(String url) {
        URI link = URI.create(url);
        return PdfReader.text(PdfReader.download(shop.gateway().url() + link.getRawPath() + "?" + link.getRawQuery()))
                .replaceAll("\\s+", " ");
    }
}
