package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.Discount;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Announces the volume discounts of a page, as sentences.
 *
 * @param key of the text for what is counted
 */
record DiscountTexts(Messages messages, String currency, String key) {
    static DiscountTexts ofTickets(Messages messages, String currency) {
        return new DiscountTexts(messages, currency, "tickets.discount");
    }

    static DiscountTexts ofProduct(Messages messages, String currency) {
        return new DiscountTexts(messages, currency, "discount.quantity");
    }

    /**
     * Leaves out discounts that cover nothing of what is shown.
     *
     * @param names the names of the ticket types or options that are shown, by their ids
     */
    List<String> of(List<Discount> discounts, Map<String, String> names) {
        return discounts.stream()
                .filter(discount -> discount.references().isEmpty()
                        || discount.references().stream().anyMatch(names::containsKey))
                .map(discount -> of(discount, names))
                .toList();
    }

    private String of(Discount discount, Map<String, String> names) {
        BigDecimal percent = discount.percentOff();
        String off = percent == null
                ? messages.money(Objects.requireNonNullElse(discount.amountOff(), 0L), currency)
                : messages.percent(percent);
        String sentence = messages.text(key, Math.max(1, discount.minQuantity()), off);
        String covered = discount.references().stream()
                .map(names::get)
                .filter(Objects::nonNull)
                .sorted()
                .collect(Collectors.joining(", "));
        return covered.isEmpty() ? sentence : messages.text("discount.of", covered, sentence);
    }
}
