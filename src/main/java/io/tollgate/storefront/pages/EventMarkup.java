package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.EventTexts.GroupTexts;
import io.tollgate.catalog.model.EventTexts.Layout;
import io.tollgate.catalog.model.EventTexts.Place;
import io.tollgate.catalog.model.EventTexts.TypeTexts;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.storefront.pages.TicketSale.State;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The structured data of an event with an offer for each ticket type that the page shows.
 *
 * @param event as its seller published it
 */
record EventMarkup(HostedEvent event, String url, String publicUrl, TicketSale sale) {
    JsonObject build() {
        Event.Status status = event.page().details().status();
        JsonObject data = PageMarkup.thing(
                "Event",
                event.heading(),
                url,
                event.content().descriptionHtml(),
                event.content().images(),
                publicUrl);
        putTime(data, "startDate", event.texts().place().startDate());
        putTime(data, "endDate", event.texts().place().endDate());
        data.put(
                "eventStatus",
                PageMarkup.SCHEMA + (status == Event.Status.CANCELED ? "EventCancelled" : "EventScheduled"));
        data.put("organizer", PageMarkup.organization(event.seller()));
        putPlace(data);
        JsonArray offers =
                status == Event.Status.CANCELED || EventViews.isUnsupported(event.page()) ? new JsonArray() : offers();
        return offers.isEmpty() ? data : data.put("offers", offers);
    }

    /** Puts a time with the offset of the event's time zone. */
    private void putTime(JsonObject data, String name, @Nullable Instant time) {
        if (time != null) {
            ZoneId zone = EventTimes.zone(event.texts().place().timezone());
            data.put(name, DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time.atZone(zone)));
        }
    }

    /** Puts where the event takes place. How to join online is for those who have a ticket. */
    private void putPlace(JsonObject data) {
        Place place = event.texts().place();
        boolean present = !place.type().equals("virtual");
        String mode = !present ? "Online" : place.isOnline() ? "Mixed" : "Offline";
        data.put("eventAttendanceMode", PageMarkup.SCHEMA + mode + "EventAttendanceMode");
        JsonArray places = new JsonArray();
        if (present && place.location() != null && !place.location().isBlank()) {
            JsonObject there =
                    PageMarkup.of("Place").put("name", place.location()).put("address", place.location());
            places.add(place.mapsLink() == null ? there : there.put("hasMap", place.mapsLink()));
        }
        if (place.isOnline()) {
            places.add(PageMarkup.of("VirtualLocation").put("url", url));
        }
        if (!places.isEmpty()) {
            data.put("location", places.size() == 1 ? places.getValue(0) : places);
        }
    }

    private JsonArray offers() {
        JsonArray offers = new JsonArray();
        for (TicketGroup group : event.page().groups()) {
            GroupTexts texts = event.texts().group(group.id()).orElse(null);
            if (texts == null || !sale.shows(texts, sale.state(texts, group.availability()), false)) {
                continue;
            }
            for (TicketType type : group.types()) {
                texts.types().stream()
                        .filter(one -> one.id().equals(type.id()))
                        .filter(one -> sale.shows(one, sale.state(one, type.availability()), false))
                        .limit(offers.size() < PageMarkup.OFFERS_MAX ? 1 : 0)
                        .forEach(one -> offers.add(offer(group, texts, type, one)));
            }
        }
        return offers;
    }

    private JsonObject offer(TicketGroup group, GroupTexts groupTexts, TicketType type, TypeTexts texts) {
        String currency = event.page().currency();
        Integer left = event.page().testmode() ? null : sale.left(group, texts);
        State ofGroup = sale.state(groupTexts, group.availability());
        State state = ofGroup == State.AVAILABLE ? sale.state(texts, type.availability()) : ofGroup;
        JsonObject offer = PageMarkup.of("Offer")
                .put("name", type.name())
                .put("url", url)
                .put("identifier", UcpLine.itemId(event, type.id()))
                .put("priceCurrency", PageMarkup.code(currency))
                .put("availability", availability(state, left));
        putTime(offer, "validFrom", event.texts().start(texts));
        putTime(offer, "validThrough", event.texts().end(texts));
        if (left != null && texts.showAvailableQuantity() && state == State.AVAILABLE) {
            offer.put("inventoryLevel", PageMarkup.of("QuantitativeValue").put("value", left));
        }
        if (!Objects.requireNonNullElse(groupTexts.layout(), Layout.DEFAULT).showTicketPrice()) {
            return offer;
        }
        long price = (type.pricing() == TicketType.Pricing.FREE ? 0 : type.price()) + type.feeAmount();
        return type.pricing() == TicketType.Pricing.PWYW
                ? offer.put("priceSpecification", PageMarkup.minimum(price, currency))
                : offer.put("price", PageMarkup.amount(price, currency));
    }

    private String availability(State state, @Nullable Integer left) {
        boolean soldOut = event.page().details().status() == Event.Status.SOLD_OUT || left != null && left == 0;
        return PageMarkup.SCHEMA
                + switch (state) {
                    case AVAILABLE -> soldOut ? "SoldOut" : "InStock";
                    case SOLD_OUT -> "SoldOut";
                    case SCHEDULED, ENDED, UNAVAILABLE -> "OutOfStock";
                };
    }
}
