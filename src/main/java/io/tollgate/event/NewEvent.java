package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import io.tollgate.page.NewPage;
import io.tollgate.page.PageKind;
import io.tollgate.page.PageRecords;
import io.tollgate.page.Templates;
import io.tollgate.records.Capacities.Kind;
import io.tollgate.records.Records.Stored;
import io.tollgate.seller.SellerDetails;
import io.tollgate.taxrate.FixedRates;
import io.tollgate.write.WriteContext;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An event that a body describes, with its offer, on its way to the database. */
final class NewEvent {
    static final String DETAILS = "eventDetails";
    static final Set<String> APART = Set.of(DETAILS, "ticketGroups");

    static final ObjectNode DEFAULTS = Templates.of("""
            {
              "showConfirmationEventName": true, "showConfirmationEventDateTime": true,
              "showConfirmationEventLocation": true, "showConfirmationEventMeetingLink": true,
              "showConfirmationEventTickets": true, "showConfirmationAddToCalendar": true,
              "showConfirmationEventAddOns": true
            }
            """);

    private final Input input;
    private final NewPage page;

    private NewEvent(Input input) {
        this.input = input;
        this.page = NewPage.of(PageKind.EVENT, input, DEFAULTS, APART);
    }

    /** Notes every problem that can be seen without the database; the caller refuses them. */
    static NewEvent of(Input input) {
        NewEvent event = new NewEvent(input);
        OfferDraft offer = event.offer(OfferDraft.rehearsal(true));
        input.rule(
                offer.types().size() <= TicketKeys.TYPES_MAX,
                "ticketGroups",
                "must have at most " + TicketKeys.TYPES_MAX + " ticket types together");
        EventDetails.check(input.object(DETAILS));
        event.details(offer, Instant.EPOCH);
        return event;
    }

    /** Writes the event with its groups and types, and how much there is of each. */
    Future<Stored> insert(WriteContext write, PageRecords events) {
        return FixedRates.look(write, input.object(DETAILS))
                .compose(done -> TypeImages.look(write, types()))
                .compose(images -> page.document(write)
                        .compose(document -> usualRate(write, document).compose(rate -> {
                            OfferDraft offer =
                                    offer(new OfferDraft(List.of(), List.of(), write::newId, images, true, ""));
                            ObjectNode details = details(offer, write.now());
                            if (rate != null) {
                                details.putArray(FixedRates.IDS).add(rate);
                            }
                            document.set(DETAILS, details);
                            return zoned(write, details).compose(done -> insert(write, events, document, offer));
                        })));
    }

    private static Future<Stored> insert(
            WriteContext write, PageRecords events, ObjectNode document, OfferDraft offer) {
        String id = NamedDocuments.id(document);
        return events.insert(write, document)
                .compose(stored -> OfferRecords.setCapacity(
                                write, Kind.EVENT, document, (ObjectNode) document.path(DETAILS))
                        .compose(done ->
                                OfferRecords.each(offer.groups(), group -> OfferRecords.insertGroup(write, id, group)))
                        .compose(done ->
                                OfferRecords.each(offer.types(), type -> OfferRecords.insertType(write, id, type)))
                        .map(stored));
    }

    /** An event that names no time zone has the one of its seller. */
    private static Future<Void> zoned(WriteContext write, ObjectNode details) {
        if (details.hasNonNull("timezone")) {
            return Future.succeededFuture();
        }
        return SellerDetails.of(write)
                .map(seller -> details.put("timezone", seller.timezone()))
                .mapEmpty();
    }

    /** The default rate of the seller, where the event takes a fixed one and does not say which. */
    private Future<@Nullable String> usualRate(WriteContext write, ObjectNode document) {
        return FixedRates.isFixed(document) && !input.object(DETAILS).hasValue(FixedRates.IDS)
                ? FixedRates.required(write, input).map(rate -> rate)
                : Future.succeededFuture();
    }

    private List<Input> types() {
        List<Input> types = new ArrayList<>();
        input.objects("ticketGroups").forEach(group -> types.addAll(group.objects("ticketTypes")));
        return types;
    }

    private OfferDraft offer(OfferDraft offer) {
        List<Input> groups = input.objects("ticketGroups");
        if (groups.isEmpty()) {
            offer.addUsual();
        }
        offer.addGroups(groups);
        return offer;
    }

    private ObjectNode details(OfferDraft offer, Instant now) {
        return EventDetails.ofNew(input.object(DETAILS), offer::typeId, now);
    }
}
