package io.tollgate.invoice;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Api;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Download;
import io.tollgate.input.Request;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.Pictures;
import io.tollgate.records.TenantGuard;
import io.tollgate.resource.Scope;
import io.vertx.core.Future;
import io.vertx.ext.web.Router;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves invoice documents through signed links. Documents are rendered from the current record, so the next download
 * after a regeneration returns the new document.
 */
public final class InvoicePdfRoutes {
    private static final ObjectMapper MAPPER = new ObjectMapper();

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

    private final Database database;
    private final InvoiceLinks links;
    private final PdfClient pdf;
    private final Pictures pictures;

    /**
     * The records that a document is rendered from.
     *
     * @param page the page, with the seller's locale if it has none; only that locale if the page was deleted
     * @param sellerName the issuer's name on the invoice, or the seller's current name if the invoice has none
     */
    private record Loaded(
            ObjectNode invoice,
            JsonNode page,
            String sellerName,
            @Nullable String logoFileId) {}

    public InvoicePdfRoutes(Database database, InvoiceLinks links, PdfClient pdf, Pictures pictures) {
        this.database = database;
        this.links = links;
        this.pdf = pdf;
        this.pictures = pictures;
    }

    /** Mounts the route outside the API: the signature of the link authorizes the request. */
    public void mount(Router router) {
        Api.reading(router, InvoiceLinks.PATH + ":seller/:mode/:name", this::document);
    }

    private Future<ApiResponse> document(Request request) {
        InvoiceLinks.Named named = links.check(
                request.context().pathParam("seller"),
                request.context().pathParam("mode"),
                request.context().pathParam("name"),
                only(request.parameters(), "expires"),
                only(request.parameters(), "signature"));
        Scope scope = named.scope();
        return load(scope, named.invoiceId())
                .compose(loaded ->
                        pdfRequest(scope, loaded).compose(pdfRequest -> render(request, pdfRequest, loaded.invoice())))
                .map(answer -> answer.with("X-Robots-Tag", "noindex, nofollow").with("Referrer-Policy", "no-referrer"));
    }

    /** Builds the render request, with the seller's logo if it can be loaded. */
    private Future<PdfRequest> pdfRequest(Scope scope, Loaded loaded) {
        return pictures.look(scope, loaded.logoFileId()).compose(logo -> {
            byte[] bytes = logo.bytes();
            return bytes == null
                    ? Future.succeededFuture(request(loaded, null))
                    : pdf.prepare(() -> request(loaded, bytes)).onComplete(prepared -> logo.letGo());
        });
    }

    private static PdfRequest request(Loaded loaded, byte @Nullable [] logo) {
        return InvoicePdf.request(loaded.invoice(), loaded.page(), loaded.sellerName(), logo);
    }

    private Future<ApiResponse> render(Request request, PdfRequest pdfRequest, JsonNode invoice) {
        Download download = download(pdfRequest, invoice);
        return download.isKnownTo(request.context())
                ? Future.succeededFuture(download.notModified())
                : pdf.render(pdfRequest)
                        .map(body -> download.answer(request.context().request(), body));
    }

    private static Download download(PdfRequest pdfRequest, JsonNode invoice) {
        String fileName = InvoicePdf.fileName(invoice);
        return new Download(
                "application/pdf",
                pdfRequest.etag(),
                fileName,
                fileName.substring(0, fileName.length() - ".pdf".length()),
                "private, no-store");
    }

    /** Returns the value of a parameter, or null if it is absent or repeated. */
    private static @Nullable String only(List<Map.Entry<String, String>> parameters, String name) {
        List<String> values = parameters.stream()
                .filter(parameter -> parameter.getKey().equals(name))
                .map(Map.Entry::getValue)
                .toList();
        return values.size() == 1 ? values.get(0) : null;
    }

    /** Loads an invoice and its page. Fails with 404 if there is no such invoice or it is a draft. */
    private Future<Loaded> load(Scope scope, String invoiceId) {
        return database.get(LOAD, Tuple.of(scope.sellerId(), scope.live(), invoiceId))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        ObjectNode invoice = (ObjectNode) tree(row.getBuffer(2).getBytes());
                        if (!"draft".equals(invoice.path("status").asText())) {
                            return loaded(invoice, row);
                        }
                    }
                    throw ApiError.notFound("Invoice");
                });
    }

    private static Loaded loaded(ObjectNode invoice, Row row) {
        String document = row.getString(3);
        ObjectNode page =
                document == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) tree(document.getBytes(UTF_8));
        if (!page.hasNonNull("locale")) {
            page.put("locale", row.getString(6));
        }
        String issuer = invoice.at("/sellerBilling/name").asText("");
        return new Loaded(invoice, page, issuer.isBlank() ? row.getString(5) : issuer, row.getString(4));
    }

    private static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a stored record is not JSON", e);
        }
    }
}
