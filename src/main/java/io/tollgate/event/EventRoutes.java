package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.error.ApiError;
import io.tollgate.http.Composition;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Request;
import io.tollgate.page.PageChange;
import io.tollgate.page.PageKind;
import io.tollgate.page.PageRecords;
import io.tollgate.product.BumpCurrency;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.records.Records.Stored;
import io.tollgate.taxrate.FixedRates;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Creates, changes and archives events. */
public final class EventRoutes {
    private static final String ID = "pageId";

    /** Bookings of either mode, as with products. */
    private static final String BOOKED = """
            SELECT EXISTS (
                SELECT FROM booking b WHERE b.seller_id = $1 AND b.livemode IN (true, false) AND b.page_id = $2)
            """;

    private final WriteExecutor writes;
    private final PageRecords events;

    public EventRoutes(WriteExecutor writes, Composition.Over composition) {
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
                endpoint(HttpMethod.DELETE, one, "Archive one event", archiving(), events::archive));
    }

    private Endpoint endpoint(
            HttpMethod method, String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(method, path, summary, Events.RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createEvent", """
                Only `name` is needed. Without `ticketGroups` the event has one group with one free ticket. Groups \
                and types have a `key` of your choice, by which triggers, `preselect` and `discounts` of the same \
                request refer to them. A `type` that is sent needs `location` (`in_person`, `hybrid`) and \
                `meetingLink` (`virtual`, `hybrid`). 409 `slug_taken` where another of your pages has the \
                slug.""", EventBodies.CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateEvent", """
                What is not sent is kept, and null clears; `eventDetails` changes only the fields that it holds. \
                Lists are replaced whole. Fields, ticket groups and ticket types have endpoints of their own. 409 \
                `capacity_below_sold` where more tickets are sold than `eventDetails.capacity` is to allow, \
                `already_bought` where the currency of an event that was booked is to change, `order_bump_in_use` \
                where it would no longer be that of the order bumps, and `slug_taken` where another of your \
                pages has the slug.""", EventBodies.CHANGE);
    }

    private static Writing archiving() {
        return Writing.of("archiveEvent", "Its status becomes `archived`. Its bookings and tickets stay.", Body.NONE);
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
        EventDetails.check(details);
        input.check();
        String id = request.id(ID);
        PageChange change = new PageChange(PageKind.EVENT, input, NewEvent.DEFAULTS, NewEvent.APART);
        return write -> (details.has("currency") ? EventCurrency.change(write, id) : Future.<Void>succeededFuture())
                .compose(alone -> lock(write, id))
                .compose(former -> FixedRates.look(write, details)
                        .compose(done -> change.references(write))
                        .compose(images -> details(write, details, former)
                                .compose(changed -> change.over(write, former.record(), images)
                                        .compose(page -> {
                                            page.set(NewEvent.DETAILS, changed);
                                            return taxed(write, input, former, page);
                                        })
                                        .compose(page -> asRead(write, input, former, page))
                                        .compose(page -> changed(write, details, former, page)))))
                .compose(event -> events.answer(write, 200, event));
    }

    private static Future<Stored> lock(WriteContext write, String id) {
        return write.lock(write.scope(), Events.RESOURCE, id)
                .compose(stored -> OfferRecords.withCapacity(
                        write, Kind.EVENT, stored, stored.record().withObject("/" + NewEvent.DETAILS)));
    }

    private static Future<ObjectNode> details(WriteContext write, Input details, Stored former) {
        ObjectNode before = former.record().withObject("/" + NewEvent.DETAILS);
        String id = NamedDocuments.id(former.record());
        return (details.hasValue("discounts") ? typeIds(write, id) : Future.succeededFuture(Set.<String>of()))
                .map(types ->
                        EventDetails.over(details, before, name -> types.contains(name) ? name : null, write.now()))
                .compose(after -> before.path("currency").equals(after.path("currency"))
                        ? Future.succeededFuture(after)
                        : unsold(write, id)
                                .compose(done -> BumpCurrency.ofPage(
                                        write, id, after.path("currency").asText()))
                                .map(after));
    }

    /** An event that is switched to a fixed rate has one, or takes the seller's default. */
    private static Future<ObjectNode> taxed(WriteContext write, Input input, Stored former, ObjectNode page) {
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

    /** What was paid for an event was paid in its currency. */
    private static Future<Void> unsold(WriteContext write, String id) {
        Tuple named = Tuple.of(write.scope().sellerId(), id);
        return write.transaction().preparedQuery(BOOKED).execute(named).map(rows -> {
            if (rows.iterator().next().getBoolean(0)) {
                throw ApiError.conflict(
                        "already_bought", "This event has been booked: its currency stays as it is; add another event");
            }
            return null;
        });
    }

    private static Future<Set<String>> typeIds(WriteContext write, String eventId) {
        return OfferRecords.load(write, eventId).map(offer -> {
            Set<String> ids = new HashSet<>();
            offer.types().forEach(type -> ids.add(NamedDocuments.id(type)));
            return ids;
        });
    }

    /** Whether an event is sold out is known only when all of it is put together. */
    private Future<ObjectNode> asRead(WriteContext write, Input input, Stored former, ObjectNode page) {
        List<ObjectNode> before = List.of(former.record().deepCopy());
        boolean all = input.object(NewEvent.DETAILS).has("status");
        return (all
                        ? events.composition().over(write.catalogue()).compose(write.scope(), before)
                        : Future.succeededFuture(before))
                .map(shown -> {
                    EventKeys.ROUND_TRIP.validate(input, shown.get(0), page);
                    input.check();
                    return page;
                });
    }

    private Future<Stored> changed(WriteContext write, Input details, Stored former, ObjectNode page) {
        Future<Void> capacity = details.has("capacity")
                ? OfferRecords.setCapacity(write, Kind.EVENT, page, (ObjectNode) page.path(NewEvent.DETAILS))
                : Future.succeededFuture();
        return capacity.compose(done -> events.update(write, former, page));
    }
}
