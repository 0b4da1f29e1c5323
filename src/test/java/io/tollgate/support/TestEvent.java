package io.tollgate.support;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.taxrate.TaxRates;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.Documents;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Builds an event with ticket groups and ticket types that can be booked. */
public final class TestEvent {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private final Database database;
    private final Scope scope;
    private final ObjectNode event;
    private final List<Function<SqlConnection, Future<?>>> writes = new ArrayList<>();
    private String group = "";
    private int position;

    public TestEvent(Database database, String sellerId) {
        this.database = database;
        this.scope = new Scope(sellerId, true);
        String id = Ids.next(now);
        event = dated(id)
                .put("sellerId", sellerId)
                .put("type", "event")
                .put("name", "Concert")
                .put("title", "Spring concert")
                .put("slug", "concert-" + id)
                .put("status", "published")
                .put("testmode", false)
                .put("locale", "en-GB");
        event.putObject("eventDetails")
                .put("currency", "eur")
                .put("type", "in_person")
                .put("pdfTicketsEnabled", true);
        event.putArray("fields");
        field("Name", "text", "name", true, field -> field.put("reference", "customer_name"));
        field("Email address", "email", "email", true, field -> field.put("reference", "customer_email"));
    }

    public TestEvent(TestSeller seller) {
        this(TestSeller.database(), seller.id());
    }

    private ObjectNode dated(String id) {
        return JSON.objectNode().put("id", id).put("createdAt", Times.text(now)).put("updatedAt", Times.text(now));
    }

    public String id() {
        return event.get("id").textValue();
    }

    public TestEvent id(String id) {
        event.put("id", id);
        return this;
    }

    public TestEvent with(Consumer<ObjectNode> what) {
        what.accept(event);
        return this;
    }

    public String field(String label, String element, String type, boolean required, Consumer<ObjectNode> what) {
        ObjectNode field = dated(Ids.next(now))
                .put("label", label)
                .put("element", element)
                .put("type", type)
                .put("required", required)
                .put("order", event.withArray("fields").size())
                .put("hidden", false)
                .put("reference", label.toLowerCase(java.util.Locale.ROOT).replace(' ', '_'));
        field.putArray("options");
        what.accept(field);
        event.withArray("fields").add(field);
        return field.get("id").textValue();
    }

    /** Adds a ticket group. Ticket types that follow belong to it. */
    public String group(Consumer<ObjectNode> what) {
        ObjectNode document = JSON.objectNode()
                .put("id", Ids.next(now))
                .put("name", "Hall")
                .put("status", "enabled")
                .put("reference", "hall")
                .put("ticketSelectionType", "quantity")
                .put("feeDisplay", "separate")
                .put("availabilityBehavior", "always_available");
        setVisible(document);
        what.accept(document);
        group = document.get("id").textValue();
        part("ticket_group", document, "");
        return group;
    }

    /** Adds a ticket type to the last group, or to a new group if there is none. */
    public String type(long price, Consumer<ObjectNode> what) {
        if (group.isEmpty()) {
            group(document -> {});
        }
        ObjectNode document = JSON.objectNode()
                .put("id", Ids.next(now))
                .put("ticketGroupId", group)
                .put("name", "Seat")
                .put("reference", "seat")
                .put("pricing", price == 0 ? "free" : "paid")
                .put("price", price)
                .put("minQuantity", 0)
                .put("showAvailableQuantity", false)
                .put("showTicketSaleDates", false)
                .put("availabilityBehavior", "always_available")
                .put("status", "enabled");
        setVisible(document);
        what.accept(document);
        part("ticket_type", document, group);
        return document.get("id").textValue();
    }

    private static void setVisible(ObjectNode document) {
        document.put("hidden", false);
        List.of("SoldOut", "NotOnSale", "Scheduled", "Unavailable")
                .forEach(when -> document.put("hideWhen" + when, false));
    }

    public String type(long price) {
        return type(price, document -> {});
    }

    private void part(String table, ObjectNode document, String groupId) {
        int at = position++;
        boolean type = !groupId.isEmpty();
        String sql = "INSERT INTO " + table + " (seller_id, id, page_id, position, document, created_at, updated_at"
                + (type ? ", ticket_group_id" : "") + ") VALUES ($1, $2, $3, $4, $5::text::jsonb, $6, $6"
                + (type ? ", $7" : "") + ")";
        writes.add(transaction -> {
            List<Object> values = new ArrayList<>(List.of(
                    scope.sellerId(),
                    document.get("id").textValue(),
                    id(),
                    at,
                    document.toString(),
                    now.atOffset(ZoneOffset.UTC)));
            if (type) {
                values.add(groupId);
            }
            return transaction.preparedQuery(sql).execute(Tuple.wrap(values));
        });
    }

    public TestEvent capacity(Kind kind, String ownerId, int capacity) {
        writes.add(transaction -> Capacities.set(transaction, scope, kind, ownerId, capacity));
        return this;
    }

    public String coupon(Consumer<ObjectNode> what) {
        String id = Ids.next(now);
        ObjectNode coupon = dated(id)
                .put("sellerId", scope.sellerId())
                .put("label", "Friends")
                .put("code", "C" + id)
                .put("duration", "once")
                .put("appliesToTicketFees", false)
                .put("deleted", false);
        what.accept(coupon);
        writes.add(transaction -> Documents.insert(
                transaction,
                scope,
                Coupons.RESOURCE,
                coupon,
                Map.of("deleted", coupon.get("deleted").booleanValue()),
                now));
        return id;
    }

    public String taxRate(double percentage, boolean inclusive) {
        ObjectNode rate = dated(Ids.next(now))
                .put("sellerId", scope.sellerId())
                .put("displayName", "VAT")
                .put("default", false)
                .put("active", true)
                .put("inclusive", inclusive)
                .put("percentage", percentage);
        writes.add(transaction -> Documents.insert(transaction, scope, TaxRates.RESOURCE, rate, Map.of(), now));
        event.putObject("tax").put("enabled", true).put("mode", "fixed");
        event.withObject("/eventDetails")
                .putArray("fixedTaxRateIds")
                .add(rate.get("id").textValue());
        return rate.get("id").textValue();
    }

    /** Stores the event and its parts. */
    public TestEvent save() {
        TestSeller.await(database.write(scope, transaction -> {
            Future<?> written = Documents.insert(
                    transaction,
                    scope,
                    Events.RESOURCE,
                    event,
                    Map.of("slug", event.get("slug").textValue()),
                    now);
            for (Function<SqlConnection, Future<?>> write : writes) {
                written = written.compose(done -> write.apply(transaction));
            }
            return written;
        }));
        return this;
    }

    /** Returns the body of a booking of this event by a buyer who pays by invoice. */
    public ObjectNode body(String email, Map<String, Integer> tickets) {
        ObjectNode body = JSON.objectNode().put("eventId", id());
        ObjectNode wanted = body.putObject("tickets");
        tickets.forEach(wanted::put);
        body.putArray("fields")
                .add(JSON.objectNode().put("reference", "customer_name").put("value", "Anna Meyer"))
                .add(JSON.objectNode().put("reference", "customer_email").put("value", email));
        body.putObject("paymentOption").put("manualType", "invoice");
        return body;
    }
}
