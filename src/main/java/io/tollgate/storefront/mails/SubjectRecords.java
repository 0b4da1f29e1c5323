package io.tollgate.storefront.mails;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tollgate.pdf.ContentNode;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.mail.MailRenderer.UnusableSubject;
import io.tollgate.platform.mail.QueuedMail;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.Scope;
import io.tollgate.sales.aftersales.LicenseKey;
import io.tollgate.sales.aftersales.LicenseKeys;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.checkout.OrderedSubscription;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.subscription.InstallmentPlan;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record that a message is about, with everything that the message shows. One statement reads it, from one snapshot
 * and within the scope of the message.
 *
 * @param kind the table of the record
 * @param page empty if the page was deleted
 * @param product empty if the record has no product, or if it was deleted
 * @param invoice empty without an invoice
 * @param booking the booking of a ticket; empty for other records
 */
record SubjectRecords(
        Scope scope,
        Kind kind,
        ContentNode record,
        ContentNode page,
        ContentNode product,
        ContentNode invoice,
        ContentNode booking,
        Extras extras,
        SellerProfile seller) {

    /**
     * What belongs to an order besides its record.
     *
     * @param licenseKey null without a license key that the buyer sees
     * @param plan what the buyer owes of an installment plan; null for other purchases
     * @param bumps the order bumps: each has the {@code requested} one and its {@code product}
     * @param cart what was subscribed to; null for other purchases, and for subscriptions without an order
     * @param firstPayment what was paid when the subscription began; 0 for other purchases
     * @param paymentPdf address of the processor's invoice of the message's payment, or else of the first one; null
     *     without one
     * @param customersCanCancel whether the seller lets customers cancel subscriptions
     */
    record Extras(
            @Nullable String licenseKey,
            @Nullable InstallmentPlan plan,
            List<ContentNode> bumps,
            @Nullable SubscriptionCart cart,
            long firstPayment,
            @Nullable String paymentPdf,
            boolean customersCanCancel) {}

    /** The kinds of records that messages are about. */
    enum Kind {
        PAYMENT,
        BOOKING,
        TICKET,
        SUBSCRIPTION,
        SUBSCRIPTION_PAYMENT,
        SUBMISSION
    }

    /**
     * The seller.
     *
     * @param name short name, which is used in URLs
     * @param email null if not set
     * @param logoUrl null without a logo
     * @param accentColor the color of buttons; null for the default color
     */
    record SellerProfile(
            String name,
            String displayName,
            @Nullable String email,
            String locale,
            String timezone,
            @Nullable String logoUrl,
            @Nullable String accentColor) {}

    /** Returns whether the order or the subscription is canceled. A paid order keeps its status of payment. */
    boolean isCanceled() {
        return record.text("orderStatus").equals("canceled")
                || record.text("status").equals("canceled");
    }

    private static final String LOAD = """
            WITH subject AS (
                SELECT seller_id, livemode, id, 'PAYMENT' AS kind, convert_from(record, 'UTF8') AS record, page_id,
                       NULL AS booking_id
                FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = $3
                UNION ALL
                SELECT seller_id, livemode, id, 'BOOKING', convert_from(record, 'UTF8'), page_id, NULL
                FROM booking WHERE seller_id = $1 AND livemode = $2 AND id = $3
                UNION ALL
                SELECT seller_id, livemode, id, 'TICKET', convert_from(record, 'UTF8'), page_id, booking_id
                FROM ticket WHERE seller_id = $1 AND livemode = $2 AND id = $3
                UNION ALL
                SELECT seller_id, livemode, id, 'SUBSCRIPTION', convert_from(record, 'UTF8'), page_id, NULL
                FROM subscription WHERE seller_id = $1 AND livemode = $2 AND id = $3
                UNION ALL
                SELECT p.seller_id, p.livemode, p.id, 'SUBSCRIPTION_PAYMENT',
                       (convert_from(p.record, 'UTF8')::jsonb || jsonb_build_object(
                           'orderId', convert_from(s.record, 'UTF8')::jsonb ->> 'orderId',
                           'locale', convert_from(s.record, 'UTF8')::jsonb ->> 'locale',
                           'amountPaid', convert_from(p.record, 'UTF8')::jsonb -> 'amount'))::text,
                       p.page_id, NULL
                FROM subscription_payment p LEFT JOIN subscription s
                     ON s.seller_id = p.seller_id AND s.livemode = p.livemode AND s.id = p.subscription_id
                WHERE p.seller_id = $1 AND p.livemode = $2 AND p.id = $3
                UNION ALL
                SELECT seller_id, livemode, id, 'SUBMISSION', convert_from(record, 'UTF8'), page_id, NULL
                FROM submission WHERE seller_id = $1 AND livemode = $2 AND id = $3
            ), bump AS (
                SELECT jsonb_build_object('requested', r.requested, 'product', o.document) AS document
                FROM checkout c
                CROSS JOIN LATERAL jsonb_path_query(c.order_json::jsonb, '$.bumps[*].requested') r (requested)
                JOIN product o ON o.seller_id = $1 AND o.id = r.requested ->> 'productId'
                WHERE c.seller_id = $1 AND c.livemode = $2 AND c.charge_id = $3
            )
            SELECT s.seller_id, s.livemode, s.kind, s.record, p.document::text, o.document::text,
                   convert_from(i.record, 'UTF8'), convert_from(b.record, 'UTF8'),
                   coalesce(t.display_name, r.display_name), t.email, t.locale, t.timezone,
                   f.document ->> 'location', k.key::text,
                   (SELECT jsonb_build_object('bumps', jsonb_agg(document)) FROM bump)::text, r.name,
                   (SELECT plan_total FROM billed_subscription
                    WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3),
                   (SELECT coalesce(sum((convert_from(y.record, 'UTF8')::jsonb ->> 'amount')::bigint), 0)::bigint
                    FROM subscription_payment y
                    WHERE y.seller_id = $1 AND y.livemode = $2 AND y.subscription_id = $3 AND y.paid),
                   q.kind, q.order_json,
                   (SELECT coalesce(sum((y.record ->> 'amount')::bigint), 0)::bigint
                    FROM (SELECT convert_from(record, 'UTF8')::jsonb AS record FROM subscription_payment
                          WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3 AND paid) y
                    WHERE y.record ->> 'billingReason' = 'subscription_create'),
                   (SELECT convert_from(y.record, 'UTF8')::jsonb ->> 'processorInvoicePdf'
                    FROM subscription_payment y
                    WHERE y.seller_id = $1 AND y.livemode = $2 AND y.subscription_id = $3
                    ORDER BY y.id = $4 DESC, y.id LIMIT 1),
                   coalesce(t.customers_can_cancel, TRUE), t.accent_color
            FROM subject s JOIN seller r ON r.id = $1
            LEFT JOIN page p ON p.seller_id = $1 AND p.id = s.page_id
            LEFT JOIN product o ON o.seller_id = $1 AND o.id = s.record::jsonb ->> 'productId'
            LEFT JOIN invoice i ON i.seller_id = $1 AND i.livemode = $2 AND i.id = s.record::jsonb ->> 'invoiceId'
            LEFT JOIN booking b ON b.seller_id = $1 AND b.livemode = $2 AND b.id = s.booking_id
            LEFT JOIN license_key k ON k.seller_id = $1 AND k.livemode = $2
                 AND (k.charge_id = s.id OR k.subscription_id = s.id) AND %s IS NULL
            LEFT JOIN seller_setting t ON t.seller_id = $1
            LEFT JOIN checkout q ON q.seller_id = $1 AND q.livemode = $2 AND q.charge_id = $3
                 AND s.kind = 'SUBSCRIPTION'
            LEFT JOIN file f ON f.seller_id = $1 AND f.id = t.logo_file_id
            """.formatted(LicenseKeys.DISABLED_AT);

    static Future<SubjectRecords> load(Database database, QueuedMail mail) {
        return load(database, mail.scope(), mail.subjectId(), mail.occasion().id());
    }

    /** Fails with {@link UnusableSubject} if there is no such record. */
    static Future<SubjectRecords> load(Database database, Scope scope, String id) {
        return load(database, scope, id, "");
    }

    private static Future<SubjectRecords> load(Database database, Scope scope, String id, String occasion) {
        return database.list(LOAD, Tuple.of(scope.sellerId(), scope.live(), id, occasion))
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(scope, row);
                        return of(scope, row);
                    }
                    throw new UnusableSubject("the record does not exist");
                });
    }

    private static SubjectRecords of(Scope scope, Row row) {
        ContentNode page = node(row.getString(4));
        String locale = row.getString(10);
        String zone = row.getString(11);
        Kind kind = Kind.valueOf(row.getString(2));
        ContentNode record = node(row.getString(3));
        return new SubjectRecords(
                scope,
                kind,
                record,
                page,
                node(row.getString(5)),
                node(row.getString(6)),
                node(row.getString(7)),
                extras(kind, record, row),
                new SellerProfile(
                        row.getString(15),
                        row.getString(8),
                        row.getString(9),
                        locale == null ? page.text("locale") : locale,
                        zone == null ? "UTC" : zone,
                        row.getString(12),
                        row.getString(23)));
    }

    private static Extras extras(Kind kind, ContentNode record, Row row) {
        boolean subscription = kind == Kind.SUBSCRIPTION;
        boolean keyShown = !subscription || LicenseKey.isShown(SubscriptionStatus.of(record.text("status")));
        String order = row.getString(19);
        String pdf = row.getString(21);
        return new Extras(
                keyShown ? row.getString(13) : null,
                subscription
                        ? InstallmentPlan.of(
                                row.getString(3), record.amount("amount"), row.getLong(16), row.getLong(17))
                        : null,
                node(row.getString(14)).list("bumps"),
                order == null ? null : OrderedSubscription.of(row.getString(18), order),
                row.getLong(20),
                pdf != null && pdf.startsWith("https://") ? pdf : null,
                row.getBoolean(22));
    }

    private static ContentNode node(@Nullable String json) {
        JsonNode parsed = json == null ? MissingNode.getInstance() : StoredJson.parse(json);
        return new ContentNode(parsed);
    }

    /** Returns the locale in which the buyer ordered. */
    String buyerLocale() {
        return charge().has("locale") ? charge().text("locale") : page.text("locale");
    }

    /** Returns the payment or booking: for a ticket, its booking. */
    ContentNode charge() {
        return kind == Kind.TICKET ? booking : record;
    }

    /** Returns what was bought: the title of the product, event or form. */
    String title() {
        for (String name : new String[] {"eventTitle", "productTitle", "formTitle"}) {
            if (charge().has(name)) {
                return charge().text(name);
            }
        }
        return page.has("title") ? page.text("title") : page.text("name");
    }

    /** Returns the time zone of the account: that of the dates of orders and documents. */
    String accountTimezone() {
        return TimeZones.has(seller.timezone()) ? seller.timezone() : "UTC";
    }

    /** Returns the time zone of the event; without one, that of the account. */
    String timezone() {
        String zone = page.at("eventDetails").text("timezone");
        return TimeZones.has(zone) ? zone : accountTimezone();
    }

    /** Returns whether a setting of the page is on; a page without the setting has its default. */
    boolean pageHas(String setting, boolean defaultValue) {
        return page.has(setting) ? page.is(setting) : defaultValue;
    }
}
