package io.tollgate.sales.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfFile;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.Pictures;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Download;
import io.tollgate.platform.http.StoredBody;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves the tickets of a booking as a document. For an unchanged booking, a request needs only one statement: the
 * fingerprint of the booking identifies the cached document.
 */
public final class TicketPdfRoutes {
    private static final int FINGERPRINTS_KEPT = 20_000;
    private static final String NO_ID = "0".repeat(24);
    private static final String CACHE_CONTROL = "private, no-cache";

    /** Statuses of bookings that were paid at least in part. */
    private static final Set<String> PAID = Set.of("paid", "partially_paid", "partial_refund", "refunded");

    private final Resource bookings;
    private final TicketPdfSource source;
    private final PdfClient pdf;
    private final Pictures pictures;
    private final Cache<Key, RenderedPdf> rendered =
            Caffeine.newBuilder().maximumSize(FINGERPRINTS_KEPT).build();

    private record Key(String fingerprint, TicketPdfLayout layout, boolean forBuyer) {}

    /** The rendered document of a fingerprint: its cache digest and its download headers. */
    private record RenderedPdf(String digest, Download download) {}

    /** @param bookings the definition of bookings, whose tickets are drawn */
    public TicketPdfRoutes(Resource bookings, Database database, PdfClient pdf, Pictures pictures) {
        this.bookings = bookings;
        this.source = new TicketPdfSource(database);
        this.pdf = pdf;
        this.pictures = pictures;
    }

    /** Warms up the statements with a booking that does not exist. Fails only if the database does. */
    public static Future<?> warmUp(Database database) {
        TicketPdfSource source = new TicketPdfSource(database);
        Scope nobody = new Scope(NO_ID, false);
        return Future.join(
                new Sellers(database).seller(NO_ID).otherwiseEmpty(),
                source.fingerprint(nobody, NO_ID).otherwiseEmpty(),
                source.load(nobody, NO_ID).otherwiseEmpty());
    }

    public Endpoint endpoint() {
        return new Endpoint(
                HttpMethod.GET,
                bookings.path() + "/{bookingId}/ticket-pdf",
                "Download the tickets of a booking",
                Endpoint.Shape.DOCUMENT,
                bookings,
                this::ticketPdf);
    }

    private Future<ApiResponse> ticketPdf(Request request) {
        return document(request.context(), PdfQuery.of(request, bookings));
    }

    /** Returns the tickets of a booking for its buyer, who gets them even before paying outside of the processor. */
    public Future<ApiResponse> forBuyer(RoutingContext context, Scope scope, String bookingId) {
        return document(context, new PdfQuery(scope, bookingId, TicketPdfLayout.A4, true, null));
    }

    private Future<ApiResponse> document(RoutingContext context, PdfQuery query) {
        return source.fingerprint(query.scope(), query.bookingId()).compose(print -> {
            RenderedPdf cached = rendered.getIfPresent(new Key(print, query.layout(), query.forBuyer()));
            if (cached == null) {
                return draw(context, query);
            }
            if (cached.download().isKnownTo(context)) {
                return Future.succeededFuture(cached.download().notModified());
            }
            StoredBody body = pdf.kept(cached.digest());
            return body == null
                    ? draw(context, query)
                    : Future.succeededFuture(cached.download().answer(context.request(), body));
        });
    }

    /**
     * Renders the tickets of a booking as a file for its buyer. Null if the booking has no document, for example
     * because it is canceled, or if the document is too large.
     *
     * @param ticketId the only ticket of the document; null for all tickets
     * @param limit the size above which it is too large, in bytes
     */
    public Future<@Nullable PdfFile> file(Scope scope, String bookingId, @Nullable String ticketId, int limit) {
        return plan(new PdfQuery(scope, bookingId, TicketPdfLayout.A4, true, ticketId))
                .compose(plan -> pdf.file(plan.pdfRequest(), fileName(plan.loaded()), limit))
                .recover(failure -> failure instanceof ApiError error && error.status() < 500
                        ? Future.succeededFuture(null)
                        : Future.failedFuture(failure));
    }

    private Future<Plan> plan(PdfQuery query) {
        return source.load(query.scope(), query.bookingId())
                .compose(row -> pdf.prepare(() -> plain(row, query)))
                .compose(plain -> pictured(plain, query));
    }

    private Future<ApiResponse> draw(RoutingContext context, PdfQuery query) {
        return plan(query).compose(plan -> {
            Download download = download(plan.pdfRequest(), plan.loaded());
            if (plan.lasting()) {
                rendered.put(
                        new Key(plan.loaded().fingerprint(), query.layout(), query.forBuyer()),
                        new RenderedPdf(plan.pdfRequest().digest(), download));
            }
            return pdf.respond(context, plan.pdfRequest(), download);
        });
    }

    /**
     * The records and the render request.
     *
     * @param lasting whether rendering the same records again returns the same document
     */
    private record Plan(TicketPdfSource.TicketSnapshot loaded, PdfRequest pdfRequest, boolean lasting) {}

    private static Plan plain(Row row, PdfQuery query) {
        TicketPdfSource.TicketSnapshot loaded =
                checked(TicketPdfSource.read(row).only(query.ticketId()), query.forBuyer());
        return new Plan(loaded, pdfRequest(loaded, query.layout(), null, null), true);
    }

    /** Adds the event's picture and the seller's logo, if they exist and can be loaded. */
    private Future<Plan> pictured(Plan plain, PdfQuery query) {
        TicketPdfSource.TicketSnapshot loaded = plain.loaded();
        Future<Pictures.Lookup> picture = pictures.find(query.scope(), fileId(loaded.page()));
        Future<Pictures.Lookup> logo = pictures.find(query.scope(), loaded.logoFileId());
        // Waits for both even if one fails, because the bytes of the other must be released.
        return Future.join(picture, logo)
                .compose(both -> {
                    byte[] seen = picture.result().bytes();
                    byte[] mark = logo.result().bytes();
                    boolean lasting =
                            picture.result().isCacheable() && logo.result().isCacheable();
                    return seen == null && mark == null
                            ? Future.succeededFuture(new Plan(loaded, plain.pdfRequest(), lasting))
                            : pdf.prepare(
                                    () -> new Plan(loaded, pdfRequest(loaded, query.layout(), seen, mark), lasting));
                })
                .onComplete(prepared -> {
                    picture.onSuccess(Pictures.Lookup::release);
                    logo.onSuccess(Pictures.Lookup::release);
                });
    }

    /** Returns the file id of the event's first picture, or null if it has none. */
    static @Nullable String fileId(JsonNode page) {
        JsonNode id = page.path("images").path(0).path("fileId");
        return id.isTextual() && id.textValue().matches("[0-9a-f]{24}") ? id.textValue() : null;
    }

    private static PdfRequest pdfRequest(
            TicketPdfSource.TicketSnapshot loaded,
            TicketPdfLayout layout,
            byte @Nullable [] picture,
            byte @Nullable [] logo) {
        var sources =
                new TicketPdfContent.Sources(loaded.booking(), loaded.tickets(), loaded.page(), loaded.sellerName());
        return TicketPdf.request(sources, layout, picture, logo);
    }

    private static Download download(PdfRequest pdfRequest, TicketPdfSource.TicketSnapshot loaded) {
        String orderId = orderId(loaded);
        String title = TicketPdfContent.title(loaded.page(), loaded.booking());
        return new Download(
                "application/pdf", pdfRequest.etag(), fileName(loaded), title + " – " + orderId, CACHE_CONTROL);
    }

    private static String orderId(TicketPdfSource.TicketSnapshot loaded) {
        return loaded.booking().path("orderId").asText("").replaceAll("[^0-9A-Za-z]", "");
    }

    private static String fileName(TicketPdfSource.TicketSnapshot loaded) {
        return "tickets-" + orderId(loaded) + ".pdf";
    }

    /** Fails with the same 404 for every reason why a booking has no document. */
    private static TicketPdfSource.TicketSnapshot checked(TicketPdfSource.TicketSnapshot loaded, boolean forBuyer) {
        JsonNode booking = loaded.booking();
        JsonNode enabled = loaded.page().path("eventDetails").path("pdfTicketsEnabled");
        boolean abandoned = booking.path("isAbandoned").asBoolean()
                && booking.path("recoveredAt").isNull();
        boolean hasPaidTicket = loaded.tickets().stream()
                .anyMatch(ticket -> "PAID".equals(ticket.path("status").asText()));
        String status = booking.path("status").asText();
        boolean paid = PAID.contains(status) || forBuyer && status.equals("unpaid");
        boolean disabled = enabled.isBoolean() && !enabled.asBoolean();
        if (abandoned || !hasPaidTicket || !paid || disabled) {
            throw ApiError.notFound("Ticket PDF");
        }
        if (loaded.tickets().size() > TicketPdf.TICKETS_MAX) {
            throw ApiError.refused(
                    422, "too_many_tickets", "A document holds at most " + TicketPdf.TICKETS_MAX + " tickets");
        }
        return loaded;
    }

    /**
     * A validated request.
     *
     * @param forBuyer whether unpaid bookings have a document as well
     * @param ticketId the only ticket of the document; null for all tickets
     */
    private record PdfQuery(
            Scope scope,
            String bookingId,
            TicketPdfLayout layout,
            boolean forBuyer,
            @Nullable String ticketId) {

        /** Validates a request and reports all problems at once. */
        static PdfQuery of(Request request, Resource bookings) {
            List<ApiError.Problem> problems = new ArrayList<>();
            String bookingId = "";
            try {
                bookingId = request.id("bookingId");
            } catch (ApiError e) {
                problems.addAll(e.problems());
            }
            List<Map.Entry<String, String>> others = new ArrayList<>(request.parameters());
            List<String> formats = others.stream()
                    .filter(parameter -> parameter.getKey().equals("format"))
                    .map(Map.Entry::getValue)
                    .toList();
            others.removeIf(parameter -> parameter.getKey().equals("format"));
            TicketPdfLayout layout = layout(formats, problems);
            Boolean livemode = null;
            try {
                livemode = ListRequest.livemode(bookings, others);
            } catch (ApiError e) {
                problems.addAll(e.problems());
            }
            if (!problems.isEmpty()) {
                throw ApiError.invalid(problems);
            }
            return new PdfQuery(request.caller().reading(livemode), bookingId, layout, false, null);
        }

        private static TicketPdfLayout layout(List<String> formats, List<ApiError.Problem> problems) {
            @Nullable String given = formats.isEmpty() ? "A4" : formats.get(0);
            for (TicketPdfLayout layout : TicketPdfLayout.values()) {
                if (formats.size() <= 1 && layout.name().equals(given)) {
                    return layout;
                }
            }
            problems.add(new ApiError.Problem("format", "must be A4 or A6, sent at most once", given));
            return TicketPdfLayout.A4;
        }
    }
}
