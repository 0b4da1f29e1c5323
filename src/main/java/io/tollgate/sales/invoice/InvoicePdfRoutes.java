package io.tollgate.sales.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfFile;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.Pictures;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Download;
import io.tollgate.platform.http.QueryString;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.invoice.InvoiceLinks.DocumentKey;
import io.tollgate.sales.invoice.InvoiceLinks.Kind;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Serves invoice documents through signed links. Documents are rendered from the current record, so the next download
 * after a regeneration returns the new document.
 */
public record InvoicePdfRoutes(Database database, InvoiceLinks links, PdfClient pdf, Pictures pictures) {
    private static final String LOAD = """
            SELECT i.seller_id, i.livemode, i.record, p.document::text, s.logo_file_id,
                   coalesce(s.display_name, r.display_name),
                   coalesce(convert_from(coalesce(y.record, b.record), 'UTF8')::jsonb ->> 'locale',
                            p.document ->> 'locale', s.locale), s.timezone
            FROM invoice i
            JOIN seller r ON r.id = $1
            LEFT JOIN payment y ON y.seller_id = i.seller_id AND y.livemode = i.livemode AND y.id = i.charge_id
            LEFT JOIN booking b ON b.seller_id = i.seller_id AND b.livemode = i.livemode AND b.id = i.charge_id
            LEFT JOIN page p ON p.seller_id = i.seller_id AND p.id = coalesce(y.page_id, b.page_id)
            LEFT JOIN seller_setting s ON s.seller_id = i.seller_id
            WHERE i.seller_id = $1 AND i.livemode = $2 AND i.id = $3
            """;

    /**
     * The records that a document is rendered from.
     *
     * @param page the page, with the locale in which the buyer ordered; only that locale if the page was deleted
     * @param sellerName the issuer's name on the invoice, or the seller's current name if the invoice has none
     */
    private record InvoiceSnapshot(
            ObjectNode invoice,
            JsonNode page,
            String sellerName,
            @Nullable String logoFileId) {}

    /** A document with the name of its download. */
    private record Document(PdfRequest request, String fileName) {}

    /** Creates a document with a logo as uploaded; null for none. */
    private interface DocumentBuilder {
        Document build(byte @Nullable [] logo);
    }

    /** Mounts the routes outside the API: the signature of the link authorizes the request. */
    public void mount(Router router) {
        mount(router, Kind.INVOICE, this::invoice);
        mount(router, Kind.CREDIT_NOTE, this::creditNote);
    }

    private void mount(Router router, Kind kind, BiFunction<Scope, String, Future<Document>> documents) {
        Api.reading(router, kind.path() + ":seller/:mode/:name", request -> {
            DocumentKey key = key(kind, request);
            return documents.apply(key.scope(), key.id()).compose(document -> respond(request, document));
        });
    }

    private DocumentKey key(Kind kind, Request request) {
        return links.check(
                kind,
                request.context().pathParam("seller"),
                request.context().pathParam("mode"),
                request.context().pathParam("name"),
                new InvoiceLinks.Query(
                        QueryString.only(request.parameters(), "expires"),
                        QueryString.only(request.parameters(), "nonce"),
                        QueryString.only(request.parameters(), "signature")));
    }

    private Future<ApiResponse> respond(Request request, Document document) {
        return pdf.respond(request.context(), document.request(), download(document.request(), document.fileName()))
                .map(response ->
                        response.with("X-Robots-Tag", "noindex, nofollow").with("Referrer-Policy", "no-referrer"));
    }

    private Future<Document> invoice(Scope scope, String invoiceId) {
        return load(scope, invoiceId)
                .compose(loaded -> withLogo(
                        scope,
                        loaded,
                        logo -> new Document(
                                InvoicePdf.request(loaded.invoice(), loaded.page(), loaded.sellerName(), logo),
                                InvoicePdf.fileName(loaded.invoice()))));
    }

    private Future<Document> creditNote(Scope scope, String refundId) {
        return CreditNotes.find(database, scope, refundId)
                .compose(credited -> load(scope, credited.invoiceId())
                        .compose(loaded -> withLogo(scope, loaded, logo -> creditNote(credited.note(), loaded, logo))));
    }

    private static Document creditNote(CreditNotePdf.CreditNote note, InvoiceSnapshot loaded, byte @Nullable [] logo) {
        return new Document(
                CreditNotePdf.request(note, loaded.invoice(), loaded.page(), loaded.sellerName(), logo),
                "credit-note-" + note.number() + ".pdf");
    }

    /**
     * Renders a document as a file. Null if it does not exist, is of a draft, or is too large.
     *
     * @param id of the invoice, or of the refund that has the credit note
     * @param limit the size above which it is too large, in bytes
     */
    public Future<@Nullable PdfFile> file(Kind kind, Scope scope, String id, int limit) {
        Future<Document> document = kind == Kind.INVOICE ? invoice(scope, id) : creditNote(scope, id);
        return ApiError.orIfNotFound(
                document.compose(found -> pdf.file(found.request(), found.fileName(), limit)), null);
    }

    /** Creates a document with the seller's logo if it can be loaded. */
    private Future<Document> withLogo(Scope scope, InvoiceSnapshot loaded, DocumentBuilder builder) {
        return pictures.find(scope, loaded.logoFileId()).compose(logo -> {
            byte[] bytes = logo.bytes();
            return bytes == null
                    ? Future.succeededFuture(builder.build(null))
                    : pdf.prepare(() -> builder.build(bytes)).onComplete(prepared -> logo.release());
        });
    }

    private static Download download(PdfRequest pdfRequest, String fileName) {
        return new Download(
                "application/pdf",
                pdfRequest.etag(),
                fileName,
                fileName.substring(0, fileName.length() - ".pdf".length()),
                "private, no-store");
    }

    /** Loads an invoice and its page. Fails with 404 if there is no such invoice or it is a draft. */
    private Future<InvoiceSnapshot> load(Scope scope, String invoiceId) {
        return database.get(LOAD, Tuple.of(scope.sellerId(), scope.live(), invoiceId))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        ObjectNode invoice = StoredJson.parse(row.getBuffer(2));
                        if (!"draft".equals(invoice.path("status").asText())) {
                            return loaded(invoice, row);
                        }
                    }
                    throw ApiError.notFound("Invoice");
                });
    }

    private static InvoiceSnapshot loaded(ObjectNode invoice, Row row) {
        String document = row.getString(3);
        ObjectNode page = document == null ? JsonNodeFactory.instance.objectNode() : StoredJson.parse(document);
        page.put("locale", row.getString(6));
        page.put("timezone", row.getString(7));
        String issuer = invoice.at("/sellerBilling/name").asText("");
        return new InvoiceSnapshot(invoice, page, issuer.isBlank() ? row.getString(5) : issuer, row.getString(4));
    }
}
