package io.tollgate.storefront.mails;

import io.tollgate.catalog.event.EventCalendar;
import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.mail.MailDocument.Block;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.InstallmentPlan;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A payment, booking or subscription with what its buyer receives, as messages show it. */
public final class PurchaseDetails {
    private static final Set<String> PAID = Set.of("paid", "partial_refund");
    private static final String FILES = """
            SELECT seller_id, NULL::boolean, id, document ->> 'name', (document ->> 'size')::bigint
            FROM file WHERE seller_id = $1 AND id = ANY($2)
            """;

    private final SubjectRecords records;

    PurchaseDetails(SubjectRecords records) {
        this.records = records;
    }

    /** Reads a purchase, which must exist. The caller checks whose it is. */
    public static Future<PurchaseDetails> load(Database database, Scope scope, String id) {
        return SubjectRecords.load(database, scope, id).map(PurchaseDetails::new);
    }

    public String title() {
        return records.title();
    }

    public String text(String field) {
        return records.record().text(field);
    }

    /** Returns what a subscription charges at a time, in the currency's smallest unit. */
    public long amountAt(Instant at) {
        return Receipt.amountAt(records.extras().cart(), records.record().amount("amount"), at);
    }

    /** Returns the card that was or is charged; null if there is none. */
    public @Nullable PaymentCard card() {
        ContentNode method = records.record().at("paymentMethod");
        return method.has("last4") ? new PaymentCard(method.text("brand"), method.text("last4")) : null;
    }

    /** @param brand empty if unknown */
    public record PaymentCard(String brand, String last4) {}

    /** Returns a time of the record; null if it has none. */
    public @Nullable Instant time(String field) {
        return records.record().time(field);
    }

    /** Returns the event, the receipt and the addresses. */
    public List<Block> blocks(MailTexts texts) {
        OrderBlocks order = new OrderBlocks(records, texts);
        List<Block> blocks = new ArrayList<>();
        if (records.kind() == SubjectRecords.Kind.BOOKING) {
            blocks.addAll(order.event());
        }
        blocks.addAll(ReceiptBlocks.of(records, texts).all());
        blocks.addAll(order.addresses());
        return blocks;
    }

    /** Returns what the buyer owes of an installment plan; null for other purchases. */
    public @Nullable InstallmentPlan plan() {
        return records.extras().plan();
    }

    /** Returns the license key; null without one that the buyer sees. */
    public @Nullable String licenseKey() {
        return records.extras().licenseKey();
    }

    /** Returns the id of the invoice; null if there is none, or if it is a draft. */
    public @Nullable String invoiceId() {
        String status = records.invoice().text("status");
        return status.isEmpty() || status.equals("draft")
                ? null
                : records.record().text("invoiceId");
    }

    /** Returns whether the booking has tickets that are valid and can be downloaded. */
    public boolean hasTickets() {
        ContentNode details = records.page().at("eventDetails");
        boolean disabled = details.has("pdfTicketsEnabled") && !details.is("pdfTicketsEnabled");
        return records.kind() == SubjectRecords.Kind.BOOKING && !disabled && !isCanceled();
    }

    /** Returns whether the order or the subscription is canceled, whatever was paid. */
    public boolean isCanceled() {
        return records.isCanceled();
    }

    /** Returns the event of a booking, which is canceled if the booking is; null without one. */
    public @Nullable EventCalendar calendar() {
        return hasStart() ? MailAttachments.calendar(records) : null;
    }

    private boolean hasStart() {
        return records.page().at("eventDetails").has("startDate");
    }

    /** A file that the buyer can download. */
    public record BoughtFile(String id, String name, long size) {}

    /** Returns the files of a paid order, or of a subscription that gives access to them. */
    public Future<List<BoughtFile>> files(Database database) {
        List<String> ids = givesFiles() ? PurchasedFiles.ids(records) : List.of();
        if (ids.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        Tuple values = Tuple.of(records.scope().sellerId()).addArrayOfString(ids.toArray(String[]::new));
        return database.get(FILES, values).map(rows -> {
            List<BoughtFile> files = new ArrayList<>();
            for (String id : ids) {
                for (Row row : rows) {
                    TenantGuard.requireTenant(records.scope(), row);
                    if (id.equals(row.getString(2))) {
                        files.add(new BoughtFile(id, row.getString(3), row.getLong(4)));
                    }
                }
            }
            return files;
        });
    }

    /** Returns whether the buyer can download the files now. */
    boolean givesFiles() {
        String status = records.record().text("status");
        return records.kind() == SubjectRecords.Kind.SUBSCRIPTION
                ? SubscriptionStatus.of(status).isEntitled()
                        || records.product().is("enableFileAccessForInactiveSubscriptions")
                : PAID.contains(status);
    }
}
