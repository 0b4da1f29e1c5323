package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.catalog.page.PageChange;
import io.tollgate.catalog.page.PageDuplication;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageRecords;
import io.tollgate.catalog.page.RoundTrip;
import io.tollgate.catalog.product.BumpCurrency;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The endpoints that create, update and archive events. */
public final class EventRoutes {
    private static final String ID = "pageId";

    /** Includes test bookings and orders that are being paid. */
    private static final String BOOKED = """
            SELECT EXISTS (
                SELECT FROM booking b WHERE b.seller_id = $1 AND b.livemode IN (true, false) AND b.page_id = $2)
            OR EXISTS (
                SELECT FROM checkout c WHERE c.seller_id = $1 AND c.livemode IN (true, false) AND c.page_id = $2
                    AND c.status IN ('OPEN', 'PENDING'))
            """;

    private final WriteExecutor writes;
    private final PageRecords events;

    public EventRoutes(WriteExecutor writes, Composition.Factory composition) {
        this.writes = writes;
        this.events = new PageRecords(Events.RESOURCE, composition, PageRecords.Columns.NONE);
    }

    public PageRecords records() {
        return events;
    }

    public List<Endpoint> all() {
        String one = Events.RESOURCE.path() + "/{pageId}";
        return List.of(
                endpoint(HttpMethod.POST, Events.RESOURCE.path(), "Create an event", creating(), this::create),
                endpoint(HttpMethod.PATCH, one, "Update one event", changing(), this::change),
                endpoint(HttpMethod.DELETE, one, "Archive one event", archiving(), events::archive),
                new PageDuplication(writes, events, new EventParts()).endpoint());
    }

    private Endpoint endpoint(
            HttpMethod method, String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(method, path, summary, Events.RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createEvent", """
                Only `name` is required. Without `ticketGroups`, the event has one group with one free ticket type. \
                Groups and types can have a `key` of your choice; triggers, `preselect` and `discounts` of the same \
                request refer to them by it. If you send `type`, `location` (`in_person`, `hybrid`) and \
                `meetingLink` (`virtual`, `hybrid`) are required. Returns 409 `slug_taken` if another of your pages \
                has the slug.""", EventBodies.CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateEvent", """
                Fields that you omit keep their value; null clears a field. `eventDetails` changes only the fields \
                that it contains. Lists are replaced as a whole. Fields, ticket groups and ticket types have separate \
                endpoints. Returns 409 `capacity_below_sold` if more tickets are sold than `eventDetails.capacity` \
                allows, `already_bought` if the currency changes and the event has bookings, `order_bump_in_use` if \
                the new currency differs from that of the order bumps, and `slug_taken` if another of your pages has \
                the slug.""", EventBodies.CHANGE);
    }

    private static Writing archiving() {
        return Writing.of("archiveEvent", "Sets `status` to `archived`. Bookings and tickets are kept.", Body.NONE);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(EventBodies.CREATE);
        NewEvent planned = NewEvent.of(input);
        input.check();
        return write -> planned.insert(write, events).compose(event -> events.answer(write, 201, event));
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(EventBodies.CHANGE, ID);
        Input details = input.object(NewEvent.DETAILS);
        EventDetails.validate(details);
        input.check();
        String id = request.id(ID);
        PageChange change = new PageChange(PageKind.EVENT, Events.SCHEMA, input, NewEvent.APART);
        return write -> (details.has("currency")
                        ? EventCurrencyLock.lockExclusive(write, id)
                        : Future.<Void>succeededFuture())
                .compose(locked -> lock(write, id))
                .compose(former -> FixedRates.check(write, details)
                        .compose(done -> change.references(write))
                        .compose(images -> mergeDetails(write, details, former)
                                .map(changed -> {
                                    ChargeableAmounts.checkPage(
                                            input, changed.path("currency").asText());
                                    return changed;
                                })
                                .compose(changed -> change.apply(write, former.record(), images)
                                        .compose(page -> {
                                            requireCurrency(former, changed, page);
                                            page.set(NewEvent.DETAILS, changed);
                                            return addDefaultRate(write, input, former, page);
                                        })
                                        .compose(page -> validateRoundTrip(write, input, former, page))
                                        .compose(page -> update(write, details, former, page)))))
                .compose(event -> events.answer(write, 200, event));
    }

    private static Future<Stored> lock(WriteContext write, String id) {
        return write.lock(write.scope(), Events.RESOURCE, id)
                .compose(stored -> TicketGroupRecords.withCapacity(
                        write, Kind.EVENT, stored, stored.record().withObject("/" + NewEvent.DETAILS)));
    }

    private static Future<ObjectNode> mergeDetails(WriteContext write, Input details, Stored former) {
        ObjectNode before = former.record().withObject("/" + NewEvent.DETAILS);
        String id = NamedDocuments.id(former.record());
        return (details.hasValue("discounts") ? typeIds(write, id) : Future.succeededFuture(Set.<String>of()))
                .map(types ->
                        EventDetails.merge(details, before, name -> types.contains(name) ? name : null, write.now()))
                .compose(after -> before.path("currency").equals(after.path("currency"))
                        ? Future.succeededFuture(after)
                        : requireUnbooked(write, id)
                                .compose(done -> BumpCurrency.ofPage(
                                        write, id, after.path("currency").asText()))
                                .compose(done -> TicketGroupRecords.load(write, id))
                                .map(stored -> {
                                    TicketTypeRules.requireCurrency(
                                            stored.types(),
                                            after.path("currency").asText());
                                    return null;
                                })
                                .map(after));
    }

    /** Rejects a new currency that cannot charge the fees and discounts of the event. */
    private static void requireCurrency(Stored former, ObjectNode details, ObjectNode page) {
        String currency = details.path("currency").asText();
        String param = NewEvent.DETAILS + ".currency";
        if (!former.record().at("/" + NewEvent.DETAILS + "/currency").asText().equals(currency)) {
            ChargeableAmounts.requirePage(page, currency, param);
            ChargeableAmounts.requireDiscounts(details, currency, param);
        }
    }

    /** Adds the seller's default rate if the page changes to a fixed rate and names none. */
    private static Future<ObjectNode> addDefaultRate(WriteContext write, Input input, Stored former, ObjectNode page) {
        boolean none = FixedRates.isFixed(page)
                && !FixedRates.isFixed(former.record())
                && page.path(NewEvent.DETAILS).path(FixedRates.IDS).isEmpty();
        return none
                ? FixedRates.required(write, input).map(rate -> {
                    page.withObject("/" + NewEvent.DETAILS)
                            .putArray(FixedRates.IDS)
                            .add(rate);
                    return page;
                })
                : Future.succeededFuture(page);
    }

    /** Fails with 409 if the event has bookings: their amounts are in its currency. */
    private static Future<Void> requireUnbooked(WriteContext write, String id) {
        Tuple named = Tuple.of(write.scope().sellerId(), id);
        return write.transaction().preparedQuery(BOOKED).execute(named).map(rows -> {
            if (rows.iterator().next().getBoolean(0)) {
                throw ApiError.conflict(
                        "already_bought",
                        "This event has bookings, so its currency cannot change. Create another event.");
            }
            return null;
        });
    }

    private static Future<Set<String>> typeIds(WriteContext write, String eventId) {
        return TicketGroupRecords.load(write, eventId).map(stored -> {
            Set<String> ids = new HashSet<>();
            stored.types().forEach(type -> ids.add(NamedDocuments.id(type)));
            return ids;
        });
    }

    /** Validates fields that are sent back as read. Composes the event only if {@code eventDetails.status} is sent. */
    private Future<ObjectNode> validateRoundTrip(WriteContext write, Input input, Stored former, ObjectNode page) {
        List<ObjectNode> before = List.of(former.record().deepCopy());
        boolean needsStatus = input.object(NewEvent.DETAILS).has("status");
        return (needsStatus
                        ? events.composition().of(write.catalog()).compose(write.scope(), before)
                        : Future.succeededFuture(before))
                .map(shown -> {
                    RoundTrip.validate(Events.SCHEMA.change(), input, shown.get(0), page);
                    input.check();
                    return page;
                });
    }

    private Future<Stored> update(WriteContext write, Input details, Stored former, ObjectNode page) {
        Future<Void> capacity = details.has("capacity")
                ? TicketGroupRecords.setCapacity(write, Kind.EVENT, page, (ObjectNode) page.path(NewEvent.DETAILS))
                : Future.succeededFuture();
        return capacity.compose(done -> events.update(write, former, page));
    }
}
