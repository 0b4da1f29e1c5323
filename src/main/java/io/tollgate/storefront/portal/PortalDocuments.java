package io.tollgate.storefront.portal;

import io.tollgate.catalog.event.EventCalendar;
import io.tollgate.platform.api.Api;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.storefront.mails.PurchaseDetails;
import io.tollgate.storefront.portal.PortalSessions.PortalCustomer;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Serves the documents and files of a customer's purchase. Each request checks the session and whose purchase it is;
 * invoices and files are then served through links that are valid for a short time.
 */
record PortalDocuments(Database database, PortalPurchases purchases, DocumentSources sources) {
    private static final String CREDIT_NOTES = """
            SELECT r.seller_id, r.livemode, r.id, r.credit_note_number FROM refund r
            WHERE r.seller_id = $1 AND r.livemode = $2 AND r.charge_id = $3 AND r.credit_note_number IS NOT NULL
            ORDER BY r.created_at, r.id
            """;

    /** @param id of the refund */
    record Note(String id, String number) {}

    /** Returns the credit notes of a purchase of the customer, oldest first. */
    Future<List<Note>> creditNotes(PortalCustomer customer, String purchaseId) {
        Tuple values = Tuple.of(customer.scope().sellerId(), customer.scope().live(), purchaseId);
        return database.get(CREDIT_NOTES, values).map(rows -> {
            List<Note> notes = new ArrayList<>();
            for (Row row : rows) {
                TenantGuard.requireTenant(customer.scope(), row);
                notes.add(new Note(row.getString(2), row.getString(3)));
            }
            return notes;
        });
    }

    private static String param(PortalRequest open, String name) {
        return Objects.requireNonNull(open.ctx().pathParam(name));
    }

    private Future<PurchaseDetails> purchase(PortalRequest open, PortalCustomer customer) {
        String id = param(open, "id");
        return purchases.find(customer, id).compose(kind -> PurchaseDetails.load(database, customer.scope(), id));
    }

    Future<?> invoice(PortalRequest open, PortalCustomer customer) {
        return purchase(open, customer).map(purchase -> {
            String id = purchase.invoiceId();
            if (id == null) {
                throw ApiError.notFound("Invoice");
            }
            return leave(open.ctx(), sources.invoices().sign(customer.scope(), id));
        });
    }

    Future<?> creditNote(PortalRequest open, PortalCustomer customer) {
        String id = param(open, "id");
        return purchases
                .find(customer, id)
                .compose(kind -> creditNotes(customer, id))
                .map(notes -> notes.stream()
                        .filter(note -> note.id().equals(param(open, "refund")))
                        .findFirst()
                        .orElseThrow(() -> ApiError.notFound("Credit note")))
                .map(note -> leave(open.ctx(), sources.invoices().signCreditNote(customer.scope(), note.id())));
    }

    Future<?> file(PortalRequest open, PortalCustomer customer) {
        return purchase(open, customer)
                .compose(purchase -> purchase.files(database))
                .map(files -> files.stream()
                        .filter(file -> file.id().equals(param(open, "file")))
                        .findFirst()
                        .orElseThrow(() -> ApiError.notFound("File")))
                .map(file -> leave(open.ctx(), sources.files().sign(customer.scope(), file.id(), file.name())));
    }

    /** Redirects to a link that is valid for a short time. */
    private static RoutingContext leave(RoutingContext ctx, String link) {
        ctx.response()
                .setStatusCode(303)
                .putHeader("Location", link)
                .putHeader("Cache-Control", "no-store")
                .putHeader("Referrer-Policy", "no-referrer")
                .end();
        return ctx;
    }

    Future<?> tickets(PortalRequest open, PortalCustomer customer) {
        String id = param(open, "id");
        return purchases.find(customer, id).map(kind -> {
            if (kind != PortalPurchases.Kind.BOOKING) {
                throw ApiError.notFound("Tickets");
            }
            Api.answer(
                    open.ctx(),
                    request -> sources.tickets()
                            .forBuyer(open.ctx(), customer.scope(), id)
                            .map(answer -> answer.with("X-Robots-Tag", "noindex, nofollow")
                                    .with("Referrer-Policy", "no-referrer")));
            return kind;
        });
    }

    Future<?> calendar(PortalRequest open, PortalCustomer customer) {
        return purchase(open, customer).map(purchase -> {
            EventCalendar calendar = purchase.calendar();
            if (calendar == null) {
                throw ApiError.notFound("Calendar file");
            }
            return open.ctx()
                    .response()
                    .putHeader("Content-Type", "text/calendar; charset=utf-8")
                    .putHeader("Content-Disposition", "attachment; filename=\"event.ics\"")
                    .putHeader("Cache-Control", "no-store")
                    .putHeader("X-Robots-Tag", "noindex")
                    .end(calendar.text());
        });
    }
}
