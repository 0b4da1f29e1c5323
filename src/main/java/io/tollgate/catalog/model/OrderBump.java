package io.tollgate.catalog.model;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A product that a page offers in addition to what it sells. */
public record OrderBump(
        String productId,
        boolean enabled,
        boolean allowQuantity,
        @Nullable Logic showHideLogic) {

    /** The condition under which the order bump is offered. Without effect until it is complete. */
    public record Logic(
            boolean enabled,
            @Nullable Subject subject,
            @Nullable Comparison comparison,
            @Nullable String priceId,
            Set<String> ticketTypeIds,
            Set<String> orderBumpProductIds) {

        /** Returns whether the condition applies: it is enabled, and says what to compare with what. */
        boolean applies() {
            if (!enabled || subject == null || comparison == null) {
                return false;
            }
            return switch (subject) {
                case PRICE -> priceId != null;
                case TICKET -> !ticketTypeIds.isEmpty();
                case ORDER_BUMP -> !orderBumpProductIds.isEmpty();
            };
        }
    }

    /** The selection that the condition compares. */
    public enum Subject {
        PRICE,
        TICKET,
        ORDER_BUMP
    }

    public enum Comparison {
        IS,
        IS_NOT
    }

    /**
     * Returns whether the order bump is offered in an order.
     *
     * @param price the selected price of the page's product; null for an event
     * @param ticketTypeIds the selected ticket types
     * @param productIds the products of the selected order bumps
     */
    public boolean isShown(@Nullable Price price, Set<String> ticketTypeIds, Set<String> productIds) {
        if (showHideLogic == null || !showHideLogic.applies()) {
            return true;
        }
        boolean chosen = switch (Objects.requireNonNull(showHideLogic.subject())) {
            case PRICE -> price != null && price.id() != null && price.id().equals(showHideLogic.priceId());
            case TICKET -> showHideLogic.ticketTypeIds().stream().anyMatch(ticketTypeIds::contains);
            case ORDER_BUMP -> showHideLogic.orderBumpProductIds().stream().anyMatch(productIds::contains);
        };
        return chosen != (showHideLogic.comparison() == Comparison.IS_NOT);
    }
}
