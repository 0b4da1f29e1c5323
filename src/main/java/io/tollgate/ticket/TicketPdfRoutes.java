package io.tollgate.ticket;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tollgate.api.Endpoint;
import io.tollgate.db.Database;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Download;
import io.tollgate.http.StoredBody;
import io.tollgate.input.Request;
import io.tollgate.pdf.PdfClient;
import io.tollgate.pdf.PdfRequest;
import io.tollgate.pdf.Pictures;
import io.tollgate.resource.ListRequest;
import io.tollgate.resource.Resource;
import io.tollgate.resource.Scope;
import io.tollgate.seller.Sellers;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves a booking's tickets as a document. A booking of which nothing changed costs one statement:
 * its fingerprint leads to the document made before.
 */
public final class TicketPdfRoutes {
    private static final int FINGERPRINTS_KEPT = 20_000;
    private static final String NO_ID = "0".repeat(24);
    private static final String CACHE_CONTROL = "private, no-cache";

    /** Paid, at least in part, once. */
    private static final Set<String> PAID = Set.of("paid", "partially_paid", "partial_refund", "refunded");

    private final Resource bookings;
    private final TicketPdfSource source;
    private final PdfClient pdf;
    private final Pictures pictures;
    private final Cache<Key, Made> made =
            Caffeine.newBuilder().maximumSize(FINGERPRINTS_KEPT).build();

    private record Key(String fingerprint, TicketPdfLayout layout) {}

    /** What came of a fingerprint: where to find the document, and how to offer it. */
    private record Made(String digest, Download download) {}

    /** @param bookings the definition of bookings, whose tickets are drawn */
    public TicketPdfRoutes(Resource bookings, Database database, PdfClient pdf, Pictures pictures) {
        this.bookings = bookings;
        this.source = new TicketPdfSource(database);
        this.pdf = pdf;
        this.pictures = pictures;
    }

    /** Reads a booking that does not exist. Fails only if the database does. */
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
        Asked asked = Asked.of(request, bookings);
        return source.fingerprint(asked.scope(), asked.bookingId()).compose(print -> {
            Made known = made.getIfPresent(new Key(print, asked.layout()));
            if (known == null) {
                return draw(request, asked);
            }
            if (known.download().isKnownTo(request.context())) {
                return Future.succeededFuture(known.download().notModified());
            }
            StoredBody body = pdf.kept(known.digest());
            return body == null
                    ? draw(request, asked)
                    : Future.succeededFuture(
                            known.download().answer(request.context().request(), body));
        });
    }

    private Future<ApiResponse> draw(Request request, Asked asked) {
        return source.load(asked.scope(), asked.bookingId())
                .compose(row -> pdf.prepare(() -> plain(row, asked.layout())))
                .compose(plain -> pictured(plain, asked))
                .compose(plan -> {
                    Download download = download(plan.wanted(), plan.loaded());
                    if (plan.lasting()) {
                        made.put(
                                new Key(plan.loaded().fingerprint(), asked.layout()),
                                new Made(plan.wanted().digest(), download));
                    }
                    return download.isKnownTo(request.context())
                            ? Future.succeededFuture(download.notModified())
                            : pdf.render(plan.wanted())
                                    .map(body ->
                                            download.answer(request.context().request(), body));
                });
    }

    /**
     * What is to be drawn.
     *
     * @param lasting whether the same records would give the same document again
     */
    private record Plan(TicketPdfSource.Loaded loaded, PdfRequest wanted, boolean lasting) {}

    private static Plan plain(Row row, TicketPdfLayout layout) {
        TicketPdfSource.Loaded loaded = checked(TicketPdfSource.read(row));
        return new Plan(loaded, wanted(loaded, layout, null, null), true);
    }

    /** With the event's picture and the seller's logo, where there are such and they can be had. */
    private Future<Plan> pictured(Plan plain, Asked asked) {
        TicketPdfSource.Loaded loaded = plain.loaded();
        Future<Pictures.Found> picture = pictures.look(asked.scope(), fileId(loaded.page()));
        Future<Pictures.Found> logo = pictures.look(asked.scope(), loaded.logoFileId());
        // Both are waited for, whatever comes of one: what was read of the other is to be let go.
        return Future.join(picture, logo)
                .compose(both -> {
                    byte[] seen = picture.result().bytes();
                    byte[] mark = logo.result().bytes();
                    boolean lasting =
                            picture.result().lasting() && logo.result().lasting();
                    return seen == null && mark == null
                            ? Future.succeededFuture(new Plan(loaded, plain.wanted(), lasting))
                            : pdf.prepare(() -> new Plan(loaded, wanted(loaded, asked.layout(), seen, mark), lasting));
                })
                .onComplete(prepared -> {
                    picture.onSuccess(Pictures.Found::letGo);
                    logo.onSuccess(Pictures.Found::letGo);
                });
    }

    /** The file of an event's first picture, or null. */
    static @Nullable String fileId(JsonNode page) {
        JsonNode id = page.path("images").path(0).path("fileId");
        return id.isTextual() && id.textValue().matches("[0-9a-f]{24}") ? id.textValue() : null;
    }

    private static PdfRequest wanted(
            TicketPdfSource.Loaded loaded, TicketPdfLayout layout, byte @Nullable [] picture, byte @Nullable [] logo) {
        var sources =
                new TicketPdfContent.Sources(loaded.booking(), loaded.tickets(), loaded.page(), loaded.sellerName());
        return TicketPdf.request(sources, layout, picture, logo);
    }

    private static Download download(PdfRequest wanted, TicketPdfSource.Loaded loaded) {
        String orderId = loaded.booking().path("orderId").asText("").replaceAll("[^0-9A-Za-z]", "");
        String title = TicketPdfContent.title(loaded.page(), loaded.booking());
        return new Download(
                "application/pdf",
                wanted.etag(),
                "tickets-" + orderId + ".pdf",
                title + " – " + orderId,
                CACHE_CONTROL);
    }

    /** The same 404 for each reason: there is no document. */
    private static TicketPdfSource.Loaded checked(TicketPdfSource.Loaded loaded) {
        JsonNode booking = loaded.booking();
        JsonNode enabled = loaded.page().path("eventDetails").path("pdfTicketsEnabled");
        boolean abandoned = booking.path("isAbandoned").asBoolean()
                && booking.path("recoveredAt").isNull();
        boolean left = loaded.tickets().stream()
                .anyMatch(ticket -> "PAID".equals(ticket.path("status").asText()));
        boolean paid = PAID.contains(booking.path("status").asText());
        boolean switchedOff = enabled.isBoolean() && !enabled.asBoolean();
        if (abandoned || !left || !paid || switchedOff) {
            throw ApiError.notFound("Ticket PDF");
        }
        if (loaded.tickets().size() > TicketPdf.TICKETS_MAX) {
            throw ApiError.refused(
                    422, "too_many_tickets", "A document holds at most " + TicketPdf.TICKETS_MAX + " tickets");
        }
        return loaded;
    }

    /** The request, checked. */
    private record Asked(Scope scope, String bookingId, TicketPdfLayout layout) {

        /** All problems at once. */
        static Asked of(Request request, Resource bookings) {
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
            return new Asked(request.caller().reading(livemode), bookingId, layout);
        }

        private static TicketPdfLayout layout(List<String> formats, List<ApiError.Problem> problems) {
            @Nullable String given = formats.isEmpty() ? "A4" : formats.get(0);
            for (TicketPdfLayout layout : TicketPdfLayout.values()) {
                if (formats.size() <= 1 && layout.name().equals(given)) {
                    return layout;
                }
            }
            problems.add(new ApiError.Problem("format", "must be A4 or A6, and given once", given));
            return TicketPdfLayout.A4;
        }
    }
}
