package io.tollgate.demo;

import io.tollgate.pricing.BulkDiscount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event with its groups and types, as a booking needs it. */
record EventOffer(
        String pageId,
        String slug,
        String title,
        String status,
        boolean testmode,
        String locale,
        String currency,
        @Nullable Integer capacity,
        long startsAt,
        long endsAt,
        List<Group> groups,
        List<Offer.FeeRule> fees,
        Offer.Tax tax,
        @Nullable String manual,
        List<BulkDiscount> discounts,
        List<Question> questions,
        long createdAt) {

    /** A group of ticket types; those who take many of its tickets pay less. */
    record Group(
            String id,
            String name,
            String reference,
            String feeDisplay,
            @Nullable Integer capacity,
            int bulkFrom,
            int bulkPercent,
            List<Type> types) {}

    /** A ticket type; {@code suggested} is of those that let buyers choose what to pay. */
    record Type(
            String id,
            String name,
            String reference,
            String pricing,
            long price,
            @Nullable Long suggested,
            @Nullable Long fee,
            @Nullable Integer capacity,
            int maxQuantity) {}
}
