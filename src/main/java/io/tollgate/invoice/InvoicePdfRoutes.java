package io.tollgate.invoice;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.http.Answer;
import io.tollgate.http.Api;
import io.tollgate.http.Download;
import io.tollgate.http.Request;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.Pictures;
import io.tollgate.records.Wall;
import io.tollgate.resource.Scope;
import io.tollgate.seller.Sellers;
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
 * Serves the document of an invoice to whoever has a signed link. It is drawn from the record as it
 * is now, so a regenerated invoice is served from its next download on.
 */
public final class InvoicePdfRoutes {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String LOAD = """
            SELECT i.seller_id, i.livemode, i.record, p.document::text, s.logo_file_id
            FROM invoice i
            LEFT JOIN payment y ON y.seller_id = i.seller_id AND y.livemode = i.livemode AND y.id = i.charge_id
            LEFT JOIN booking b ON b.seller_id = i.seller_id AND b.livemode = i.livemode AND b.id = i.charge_id
            LEFT JOIN page p ON p.seller_id = i.seller_id AND p.id = coalesce(y.page_id, b.page_id)
            LEFT JOIN seller_setting s ON s.seller_id = i.seller_id
            WHERE i.seller_id = $1 AND i.livemode = $2 AND i.id = $3
            """;

    private final Database database;
    private final Sellers sellers;
    private final InvoiceLinks links;
    private final PdfClient pdf;
    private final Pictures pictures;

    private record Loaded(
            ObjectNode invoice,
            @Nullable JsonNode page,
            @Nullable String logoFileId) {}

    public InvoicePdfRoutes(Database database, Sellers sellers, InvoiceLinks links, PdfClient pdf, Pictures pictures) {
        this.database = database;
        this.sellers = sellers;
        this.links = links;
        this.pdf = pdf;
        this.pictures = pictures;
    }

    /** Outside the API: the signature is the permission. */
    public void mount(Router router) {
        Api.reading(router, InvoiceLinks.PATH + ":seller/:mode/:name", this::document);
    }

    private Future<Answer> document(Request request) {
        InvoiceLinks.Named named = links.check(
                request.context().pathParam("seller"),
                request.context().pathParam("mode"),
                request.context().pathParam("name"),
                only(request.parameters(), "expires"),
                only(request.parameters(), "signature"));
        Scope scope = named.scope();
        return sellers.seller(scope.sellerId())
                .compose(seller -> load(scope, named.invoiceId())
                        .compose(loaded -> wanted(scope, loaded, seller.displayName())
                                .compose(wanted -> drawn(request, wanted, loaded.invoice()))))
                .map(answer -> answer.with("X-Robots-Tag", "noindex, nofollow").with("Referrer-Policy", "no-referrer"));
    }

    /** With the seller's logo, where it has one and it can be had. */
    private Future<PdfRequest> wanted(Scope scope, Loaded loaded, String sellerName) {
        return pictures.look(scope, loaded.logoFileId()).compose(logo -> {
            byte[] bytes = logo.bytes();
            return bytes == null
                    ? Future.succeededFuture(InvoicePdf.request(loaded.invoice(), loaded.page(), sellerName, null))
                    : pdf.prepare(() -> InvoicePdf.request(loaded.invoice(), loaded.page(), sellerName, bytes))
                            .onComplete(prepared -> logo.letGo());
        });
    }

    private Future<Answer> drawn(Request request, PdfRequest wanted, JsonNode invoice) {
        Download download = download(wanted, invoice);
        return download.isKnownTo(request)
                ? Future.succeededFuture(download.notModified())
                : pdf.render(wanted).map(bytes -> download.answer(request, bytes));
    }

    private static Download download(PdfRequest wanted, JsonNode invoice) {
        String fileName = InvoicePdf.fileName(invoice);
        return new Download(
                "application/pdf",
                wanted.etag(),
                fileName,
                fileName.substring(0, fileName.length() - ".pdf".length()),
                "private, no-store");
    }

    /** Null where it is absent or repeated. */
    private static @Nullable String only(List<Map.Entry<String, String>> parameters, String name) {
        List<String> values = parameters.stream()
                .filter(parameter -> parameter.getKey().equals(name))
                .map(Map.Entry::getValue)
                .toList();
        return values.size() == 1 ? values.get(0) : null;
    }

    /** A draft has no document yet. */
    private Future<Loaded> load(Scope scope, String invoiceId) {
        return database.get(LOAD, Tuple.of(scope.sellerId(), scope.live(), invoiceId))
                .map(rows -> {
                    for (Row row : rows) {
                        Wall.hold(scope, row);
                        ObjectNode invoice = (ObjectNode) tree(row.getBuffer(2).getBytes());
                        if (!"draft".equals(invoice.path("status").asText())) {
                            String page = row.getString(3);
                            return new Loaded(
                                    invoice, page == null ? null : tree(page.getBytes(UTF_8)), row.getString(4));
                        }
                    }
                    throw ApiError.notFound("Invoice");
                });
    }

    private static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a stored record is not JSON", e);
        }
    }
}
