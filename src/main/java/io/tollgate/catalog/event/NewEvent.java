package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.SellerDetails;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.catalog.page.NewPage;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageRecords;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A new event with its ticket groups and ticket types, as a request describes it. */
final class NewEvent {
    static final String DETAILS = "eventDetails";
    static final Set<String> APART = Set.of(DETAILS, "ticketGroups");

    private final Input input;
    private final NewPage page;

    private NewEvent(Input input) {
        this.input = input;
        this.page = NewPage.of(PageKind.EVENT, Events.SCHEMA, input, APART);
    }

    /** Validates a request without the database. The caller rejects the problems of the input. */
    static NewEvent of(Input input) {
        NewEvent event = new NewEvent(input);
        TicketGroupDraft draft = event.addGroups(TicketGroupDraft.forValidation(true, event.currency()));
        input.rule(
                draft.types().size() <= TicketGroups.TYPES_MAX,
                "ticketGroups",
                "must have at most " + TicketGroups.TYPES_MAX + " ticket types in total");
        EventDetails.validate(input.object(DETAILS));
        ChargeableAmounts.checkPage(input, event.currency());
        event.details(draft, Instant.EPOCH);
        return event;
    }

    /** Inserts the event with its groups, types and capacities. */
    Future<Stored> insert(WriteContext write, PageRecords events) {
        return FixedRates.check(write, input.object(DETAILS))
                .compose(done -> TicketTypeImages.load(write, types()))
                .compose(images -> page.document(write)
                        .compose(document -> defaultRate(write, document).compose(rate -> {
                            TicketGroupDraft draft = addGroups(new TicketGroupDraft(
                                    List.of(), List.of(), write::newId, images, true, "", currency()));
                            ObjectNode details = details(draft, write.now());
                            if (rate != null) {
                                details.putArray(FixedRates.IDS).add(rate);
                            }
                            document.set(DETAILS, details);
                            return setTimezone(write, details).compose(done -> insert(write, events, document, draft));
                        })));
    }

    private static Future<Stored> insert(
            WriteContext write, PageRecords events, ObjectNode document, TicketGroupDraft draft) {
        return events.insert(write, document)
                .compose(stored -> insertParts(write, document, draft.groups(), draft.types())
                        .map(stored));
    }

    /** Inserts the capacity of an inserted event, and its groups and types with theirs. */
    static Future<Void> insertParts(
            WriteContext write, ObjectNode event, Collection<ObjectNode> groups, Collection<ObjectNode> types) {
        String id = NamedDocuments.id(event);
        return TicketGroupRecords.setCapacity(write, Kind.EVENT, event, (ObjectNode) event.path(DETAILS))
                .compose(done ->
                        TicketGroupRecords.forEach(groups, group -> TicketGroupRecords.insertGroup(write, id, group)))
                .compose(done ->
                        TicketGroupRecords.forEach(types, type -> TicketGroupRecords.insertType(write, id, type)));
    }

    /** Sets the seller's time zone if the request has none. */
    private static Future<Void> setTimezone(WriteContext write, ObjectNode details) {
        if (details.hasNonNull("timezone")) {
            return Future.succeededFuture();
        }
        return SellerDetails.of(write)
                .map(seller -> details.put("timezone", seller.timezone()))
                .mapEmpty();
    }

    /** Returns the seller's default rate if the event is taxed at a fixed rate and names none; null otherwise. */
    private Future<@Nullable String> defaultRate(WriteContext write, ObjectNode document) {
        return FixedRates.isFixed(document) && !input.object(DETAILS).hasValue(FixedRates.IDS)
                ? FixedRates.required(write, input).map(rate -> rate)
                : Future.succeededFuture();
    }

    private List<Input> types() {
        List<Input> types = new ArrayList<>();
        input.objects("ticketGroups").forEach(group -> types.addAll(group.objects("ticketTypes")));
        return types;
    }

    private TicketGroupDraft addGroups(TicketGroupDraft draft) {
        List<Input> groups = input.objects("ticketGroups");
        if (groups.isEmpty()) {
            draft.addDefault();
        }
        draft.addGroups(groups);
        return draft;
    }

    private String currency() {
        return Objects.requireNonNullElse(input.object(DETAILS).text("currency"), EventDetails.CURRENCY);
    }

    private ObjectNode details(TicketGroupDraft draft, Instant now) {
        return EventDetails.create(input.object(DETAILS), draft::typeId, now);
    }
}
