package io.tollgate.sales.cart;

import io.tollgate.catalog.model.AvailabilityStatus;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.Discount;
import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.OptionalValue;
import io.tollgate.catalog.model.PageFee;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.ShowHideLogic;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.catalog.model.Variant;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Catalog values with common settings, for unit tests of rules. */
final class Samples {
    private Samples() {}

    static TicketType ticket(String id, long price) {
        return ticket(id, TicketType.Pricing.PAID, price, 0, 0, 0);
    }

    static TicketType ticket(String id, TicketType.Pricing pricing, long price, long fee, int min, int max) {
        return new TicketType(
                id, "Ticket " + id, null, null, pricing, price, fee, min, max, AvailabilityStatus.AVAILABLE);
    }

    static TicketGroup group(String name, @Nullable Selection selection, TicketType... types) {
        return group(name, selection, List.of(), types);
    }

    static TicketGroup group(
            String name, @Nullable Selection selection, List<Discount> discounts, TicketType... types) {
        return new TicketGroup(
                name, name, null, null, selection, "included", AvailabilityStatus.AVAILABLE, discounts, List.of(types));
    }

    static Event event(TicketGroup... groups) {
        return event(List.of(), List.of(), groups);
    }

    static Event event(List<Discount> discounts, List<PageFee> fees, TicketGroup... groups) {
        return new Event(
                "event",
                "slug",
                "Event",
                null,
                "en",
                PageStatus.PUBLISHED,
                false,
                new Event.Details(Event.Status.ACTIVE, "eur", null, List.of(), null, null, discounts),
                List.of(groups),
                List.of(),
                fees,
                null,
                List.of(),
                false,
                null,
                null);
    }

    static RequestedTickets tickets(Map<String, Integer> quantities) {
        return new RequestedTickets(quantities, Map.of(), false);
    }

    static Discount percentOff(int minQuantity, int percent) {
        return new Discount(null, Set.of(), minQuantity, null, BigDecimal.valueOf(percent), null);
    }

    static AppliedCoupon coupon(int percent, String... ticketTypeIds) {
        Coupon coupon = new Coupon(
                "coupon",
                null,
                "SAVE",
                BigDecimal.valueOf(percent),
                null,
                null,
                false,
                false,
                null,
                null,
                null,
                null,
                null,
                false,
                Set.of(),
                Set.of(ticketTypeIds));
        return new AppliedCoupon(coupon, new CouponReference(CouponReference.CODE, "save"));
    }

    static BuyerField field(String id, BuyerField.Element element, String type, boolean required) {
        return field(id, element, type, required, null, null, null);
    }

    static BuyerField field(
            String id,
            BuyerField.Element element,
            String type,
            boolean required,
            @Nullable ShowHideLogic logic,
            @Nullable OptionalValue min,
            @Nullable OptionalValue max) {
        List<BuyerField.Option> options = List.of(
                new BuyerField.Option("o1", "Red", "red"),
                new BuyerField.Option("o2", "Green", "green"),
                new BuyerField.Option("o3", "Blue", "blue"));
        return new BuyerField(
                id,
                "Field " + id,
                element,
                type,
                id,
                options,
                required,
                false,
                logic,
                min,
                max,
                null,
                null,
                null,
                null);
    }

    static ShowHideLogic when(String trigger, ShowHideLogic.Comparison comparison, @Nullable String value) {
        return new ShowHideLogic(true, comparison, value, new ShowHideLogic.Trigger(trigger));
    }

    static SubmittedAnswer answer(@Nullable String reference, String text) {
        return new SubmittedAnswer(null, reference, text, null, null, null, null);
    }

    static Price price(String id, long amount) {
        return price(id, amount, "eur", 0, false, null);
    }

    static Price price(
            String id,
            long amount,
            String currency,
            long setupFee,
            boolean setupFeeForEach,
            Price.@Nullable Recurrence recurring) {
        return new Price(
                id,
                null,
                null,
                null,
                true,
                false,
                amount,
                currency,
                false,
                null,
                null,
                setupFee,
                setupFeeForEach,
                recurring,
                null);
    }

    static Product product(Price price, boolean variantsRequired, Variant... variants) {
        return new Product(
                "product",
                "Shirt",
                null,
                price,
                List.of(price),
                price.id(),
                null,
                List.of(),
                null,
                null,
                List.of(variants),
                List.of(),
                variantsRequired,
                false,
                null,
                null);
    }

    /** A variant with the options {@code s} and {@code l}, of which the second costs 500 more. */
    static Variant variant(String id, Selection selection, boolean required, @Nullable ShowHideLogic logic) {
        return new Variant(
                id,
                "Variant " + id,
                null,
                Variant.Status.ENABLED,
                required,
                false,
                selection,
                false,
                Set.of(),
                logic,
                List.of(
                        new Variant.Option("s", "Small", null, null, 0, false, null),
                        new Variant.Option("l", "Large", null, null, 500, false, null),
                        new Variant.Option("gone", "Gone", null, Variant.Status.DELETED, 0, false, null)));
    }
}
