package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.catalog.page.DiscountInput;
import io.tollgate.catalog.page.EnabledAt;
import io.tollgate.catalog.page.NamedParts;
import io.tollgate.catalog.page.Templates;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Schema;
import io.tollgate.pricing.Currency;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Validates {@code eventDetails} of a request and merges it into the details of a new or stored event. */
final class EventDetails {
    private static final ObjectNode DEFAULTS = Schema.memberDefaults(Events.DETAILS);
    static final String CURRENCY = DEFAULTS.path("currency").asText();

    private static final ObjectNode DISCOUNT = Schema.memberDefaults(Events.DISCOUNTS);

    private EventDetails() {}

    /** Validates the rules that do not depend on the stored details. */
    static void validate(Input sent) {
        String currency = sent.text("currency");
        sent.rule(currency == null || Currency.isKnown(currency), "currency", "is not a supported currency");
        String zone = sent.text("timezone");
        sent.rule(zone == null || TimeZones.has(zone), "timezone", TimeZones.EXPECTED);
        for (Input one : sent.objects("discounts")) {
            boolean any = one.wasSent("percentOff") || one.wasSent("amountOff");
            boolean both = one.applies("percentOff") && one.applies("amountOff");
            one.rule(any && !both, "percentOff", "or amountOff is required, but not both");
            Long least = one.integer("minQuantity");
            Long most = one.integer("maxQuantity");
            one.rule(
                    least == null || most == null || least <= most, "maxQuantity", "must not be less than minQuantity");
            boolean some = !one.values().path("ticketTypeIds").isEmpty();
            boolean each = Objects.equals(one.text("quantityCondition"), "ticket_type_quantity");
            one.rule(some || !each, "ticketTypeIds", "are required if quantityCondition is ticket_type_quantity");
        }
    }

    /** Returns the details of a new event. */
    static ObjectNode create(Input sent, UnaryOperator<@Nullable String> typeId, Instant now) {
        return merge(sent, DEFAULTS, sent.has("type"), typeId, now);
    }

    /**
     * Returns the changed details. A {@code type} that equals the stored one does not count as sent, because clients
     * may send all details back to change one of them.
     *
     * @param sent the value of {@code eventDetails}
     * @param former the details before the change
     * @param typeId returns the id of a ticket type by its key or id, or null if there is no such type
     */
    static ObjectNode merge(Input sent, ObjectNode former, UnaryOperator<@Nullable String> typeId, Instant now) {
        boolean typeChanges = sent.has("type")
                && !Objects.equals(sent.text("type"), former.path("type").asText());
        return merge(sent, former, typeChanges, typeId, now);
    }

    private static ObjectNode merge(
            Input sent, ObjectNode former, boolean typeChanges, UnaryOperator<@Nullable String> typeId, Instant now) {
        ObjectNode details = Templates.merge(sent, former, DEFAULTS, Set.of("discounts", "status"));
        if (sent.has("limitRegistrations")) {
            EnabledAt.update(former.path("limitRegistrations"), details.path("limitRegistrations"), now);
        }
        setDiscounts(sent, details, typeId);
        if (sent.has("startDate") || sent.has("endDate")) {
            String start = details.path("startDate").asText("");
            String end = details.path("endDate").asText("");
            boolean ordered = start.isEmpty() || end.isEmpty();
            boolean ends = sent.has("endDate");
            sent.rule(
                    ordered || start.compareTo(end) <= 0,
                    ends ? "endDate" : "startDate",
                    ends ? "must not be before startDate" : "must not be after endDate");
        }
        validatePlace(sent, former, details, typeChanges);
        Templates.keepFormerEmptiness(details, former);
        return details;
    }

    /** Requires the location or meeting link that the type needs, if the type changes or the event already had one. */
    private static void validatePlace(Input sent, ObjectNode former, ObjectNode details, boolean typeChanges) {
        if (sent.wasSent("type") && !sent.hasValue("type")) {
            return;
        }
        String type = details.path("type").asText();
        if (!type.equals("virtual")) {
            require(sent, "location", details, typeChanges || former.hasNonNull("location"), type);
        }
        if (!type.equals("in_person")) {
            require(sent, "meetingLink", details, typeChanges || former.hasNonNull("meetingLink"), type);
        }
    }

    private static void require(Input sent, String name, ObjectNode details, boolean required, String type) {
        boolean present = details.hasNonNull(name) || sent.wasSent(name);
        sent.rule(present || !required, name, "is required if type is " + type);
    }

    private static void setDiscounts(Input sent, ObjectNode details, UnaryOperator<@Nullable String> typeId) {
        if (!sent.has("discounts")) {
            return;
        }
        ArrayNode all = details.putArray("discounts");
        for (Input one : sent.objects("discounts")) {
            ObjectNode discount = Templates.merge(one, DISCOUNT, Set.of("ticketTypeIds"));
            DiscountInput.normalize(discount);
            String currency = details.path("currency").asText();
            ChargeableAmounts.check(one, currency, discount, ChargeableAmounts.AMOUNT_OFF);
            all.add(discount);
            ArrayNode ids = discount.putArray("ticketTypeIds");
            NamedParts.ids(one, "ticketTypeIds", typeId, "no such ticket type in this event")
                    .forEach(ids::add);
        }
    }

    static @Nullable Integer capacity(JsonNode document) {
        JsonNode capacity = document.path("capacity");
        return capacity.isNumber() ? Integer.valueOf(capacity.intValue()) : null;
    }
}
