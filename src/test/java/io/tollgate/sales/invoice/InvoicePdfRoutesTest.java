package io.tollgate.sales.invoice;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.pdf.LogoSamples;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RotatingKey;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The signed link of an invoice: what it serves, and that no part of it can be changed. */
class InvoicePdfRoutesTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi anybody = TestGateway.shared().api(null);
    private final ObjectNode invoice = seller.create(Invoices.RESOURCE, true, record -> record.put("status", "paid"));

    private String link() {
        String path = "/v1/invoices/" + invoice.get("id").textValue();
        URI link = URI.create(seller.live()
                .get(path)
                .expect(200)
                .json()
                .at("/data/invoiceUrl")
                .textValue());
        return link.getRawPath() + "?" + link.getRawQuery();
    }

    @Test
    void serves_the_document_to_whoever_has_it() {
        Reply reply = anybody.get(link()).expect(200);
        assertThat(reply.body()).startsWith("%PDF-");
        assertThat(reply.header("Content-Type")).isEqualTo("application/pdf");
        assertThat(reply.header("Content-Disposition"))
                .startsWith("attachment; filename=\"invoice-"
                        + invoice.get("invoiceNumber").textValue());
        assertThat(reply.header("Cache-Control")).contains("no-store");
        assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(reply.header("X-Robots-Tag")).contains("noindex");
        anybody.send("GET", link(), Map.of("If-None-Match", String.valueOf(reply.header("ETag"))))
                .expect(304);
    }

    @Test
    void a_regenerated_invoice_is_served_at_once() {
        String etag = anybody.get(link()).expect(200).header("ETag");
        ObjectNode changed = invoice.deepCopy().put("poNumber", "PO-NEW");
        seller.update(Invoices.RESOURCE, true, invoice, changed);
        assertThat(anybody.get(link()).expect(200).header("ETag")).isNotEqualTo(etag);
    }

    @Test
    void another_logo_is_served_at_once() {
        String etag = anybody.get(link()).expect(200).header("ETag");
        String logo = FileSamples.upload(seller.live(), "image", "logo.png", LogoSamples.wide())
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        seller.live().patch("/v1/account", "{\"logoFileId\":\"" + logo + "\"}").expect(200);
        assertThat(anybody.get(link()).expect(200).header("ETag")).isNotEqualTo(etag);
        seller.live().patch("/v1/account", "{\"logoFileId\":null}").expect(200);
        assertThat(anybody.get(link()).expect(200).header("ETag")).isEqualTo(etag);
    }

    @Test
    void every_change_of_the_link_is_refused() {
        String link = link();
        String other = TestGateway.shared().seller().id();
        ObjectNode another = seller.create(Invoices.RESOURCE, true, record -> record.put("status", "paid"));
        refused(link.replace(seller.id(), other));
        refused(link.replace("/live/", "/test/"));
        refused(link.replace(invoice.get("id").textValue(), another.get("id").textValue()));
        refused(link.replaceFirst("expires=1", "expires=2"));
        refused(link.replaceFirst("&signature=.*", ""));
        refused(link + "&expires=99999999999");
        refused(link + "A");
        refused(link.substring(0, link.length() - 1));
        for (int i = link.indexOf("signature=") + 10; i < link.length() - 1; i++) {
            char flipped = link.charAt(i) == 'A' ? 'B' : 'A';
            refused(link.substring(0, i) + flipped + link.substring(i + 1));
        }
    }

    /** Returns a link as the gateway would sign it at another time, or with another secret. */
    private String signed(Clock clock, RotatingKey key, Scope scope) {
        InvoiceLinks links = new InvoiceLinks(key, "", Duration.ofHours(1), clock);
        return links.sign(scope, invoice.get("id").textValue());
    }

    @Test
    void a_link_is_good_for_its_hour() {
        RotatingKey key = TestGateway.secrets().linkKey();
        Scope scope = seller.scope(true);
        Instant now = Instant.now();
        anybody.get(signed(() -> now.minus(Duration.ofMinutes(59)), key, scope)).expect(200);
        refused(signed(() -> now.minus(Duration.ofMinutes(61)), key, scope));
        RotatingKey.Version wrong = new RotatingKey.Version(key.current().id(), new byte[32]);
        refused(signed(() -> now, new RotatingKey(List.of(wrong)), scope));
    }

    @Test
    void a_good_link_to_nothing_is_a_404() {
        RotatingKey key = TestGateway.secrets().linkKey();
        anybody.get(signed(Clock.SYSTEM, key, seller.scope(false))).expect(404);
        String other = TestGateway.shared().seller().id();
        anybody.get(signed(Clock.SYSTEM, key, new Scope(other, true))).expect(404);
        seller.update(Invoices.RESOURCE, true, invoice, invoice.deepCopy().put("status", "draft"));
        anybody.get(signed(Clock.SYSTEM, key, seller.scope(true))).expect(404);
    }

    private void refused(String link) {
        assertThat(anybody.get(link).status()).as(link).isEqualTo(403);
    }
}
