package io.tollgate.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Api;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Download;
import io.tollgate.http.QueryString;
import io.tollgate.input.Request;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfFile;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.Pictures;
import io.tollgate.records.StoredJson;
import io.tollgate.records.TenantGuard;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Serves invoice documents through signed links. Documents are rendered from the current record, so the next download
 * after a regeneration returns the new document.
 */
public record InvoicePdfRoutes(Database database, InvoiceLinks links, PdfClient pdf, Pictures pictures) {
    private static final String LOAD = """
            SELECT i.seller_id, i.livemode, i.record, p.document::text, s.logo_file_id,
                   coalesce(s.display_name, r.display_name), s.locale
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
     * @param page the page, with the seller's locale if it has none; only that locale if the page was deleted
     * @param sellerName the issuer's name on the invoice, or the seller's current name if the invoice has none
     */
    private record InvoiceSnapshot(
            ObjectNode invoice,
            JsonNode page,
            String sellerName,
            @Nullable String logoFileId) {}

    /** Mounts the route outside the API: the signature of the link authorizes the request. */
    public void mount(Router router) {
        Api.reading(router, InvoiceLinks.PATH + ":seller/:mode/:name", this::document);
        Api.reading(router, InvoiceLinks.CREDIT_NOTE_PATH + ":seller/:mode/:name", this::creditNote);
    }

    private Future<ApiResponse> creditNote(Request request) {
        InvoiceLinks.InvoiceKey named = links.checkCreditNote(
                request.context().pathParam("seller"),
                request.context().pathParam("mode"),
                request.context().pathParam("name"),
                QueryString.only(request.parameters(), "expires"),
                QueryString.only(request.parameters(), "signature"));
        Scope scope = named.scope();
        return CreditNotes.find(database, scope, named.invoiceId())
                .compose(credited -> load(scope, credited.invoiceId())
                        .compose(loaded -> pictures.find(scope, loaded.logoFileId())
                                .compose(logo -> {
                                    byte[] bytes = logo.bytes();
                                    return bytes == null
                                            ? Future.succeededFuture(request(credited.note(), loaded, null))
                                            : pdf.prepare(() -> request(credited.note(), loaded, bytes))
                                                    .onComplete(prepared -> logo.release());
                                })))
                .compose(document -> pdf.respond(
                        request.context(), document.request(), download(document.request(), document.fileName())))
                .map(InvoicePdfRoutes::privately);
    }

    /** A document with the name of its download. */
    private record Document(PdfRequest request, String fileName) {}

    private static Document request(CreditNotePdf.CreditNote note, InvoiceSnapshot loaded, byte @Nullable [] logo) {
        return new Document(
                CreditNotePdf.request(note, loaded.invoice(), loaded.page(), loaded.sellerName(), logo),
                "credit-note-" + note.number() + ".pdf");
    }

    private static ApiResponse privately(ApiResponse answer) {
        return answer.with("X-Robots-Tag", "noindex, nofollow").with("Referrer-Policy", "no-referrer");
    }

    private Future<ApiResponse> document(Request request) {
        InvoiceLinks.InvoiceKey named = links.check(
                request.context().pathParam("seller"),
                request.context().pathParam("mode"),
                request.context().pathParam("name"),
                QueryString.only(request.parameters(), "expires"),
                QueryString.only(request.parameters(), "signature"));
        Scope scope = named.scope();
        return load(scope, named.invoiceId())
                .compose(loaded -> pdfRequest(scope, loaded)
                        .compose(pdfRequest -> pdf.respond(
                                request.context(),
                                pdfRequest,
                                download(pdfRequest, InvoicePdf.fileName(loaded.invoice())))))
                .map(InvoicePdfRoutes::privately);
    }

    /** Renders the document of an invoice as a file. Null if it is a draft, does not exist, or is too large. */
    public Future<@Nullable PdfFile> file(Scope scope, String invoiceId) {
        return load(scope, invoiceId)
                .compose(loaded -> pdfRequest(scope, loaded)
                        .compose(request -> pdf.file(request, InvoicePdf.fileName(loaded.invoice()))))
                .recover(failure ->
                        ApiError.isNotFound(failure) ? Future.succeededFuture(null) : Future.failedFuture(failure));
    }

    /** Builds the render request, with the seller's logo if it can be loaded. */
    private Future<PdfRequest> pdfRequest(Scope scope, InvoiceSnapshot loaded) {
        return pictures.find(scope, loaded.logoFileId()).compose(logo -> {
            byte[] bytes = logo.bytes();
            return bytes == null
                    ? Future.succeededFuture(request(loaded, null))
                    : pdf.prepare(() -> request(loaded, bytes)).onComplete(prepared -> logo.release());
        });
    }

    private static PdfRequest request(InvoiceSnapshot loaded, byte @Nullable [] logo) {
        return InvoicePdf.request(loaded.invoice(), loaded.page(), loaded.sellerName(), logo);
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
        if (!page.hasNonNull("locale")) {
            page.put("locale", row.getString(6));
        }
        String issuer = invoice.at("/sellerBilling/name").asText("");
        return new InvoiceSnapshot(invoice, page, issuer.isBlank() ? row.getString(5) : issuer, row.getString(4));
    }
}
