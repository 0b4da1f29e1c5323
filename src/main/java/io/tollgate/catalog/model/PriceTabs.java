package io.tollgate.catalog.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How buyers see prices of several intervals: in one tab for each interval. The names of the tabs are {@link #NAMES}.
 *
 * @param priceDisplayLabels the labels of tabs, by name
 * @param priceDisplayDefaults the ids of the prices that are selected in tabs at first, by name; blank for none
 * @param priceDisplayTabOrder the names of the first tabs
 */
public record PriceTabs(
        Map<String, String> priceDisplayLabels,
        Map<String, String> priceDisplayDefaults,
        List<String> priceDisplayTabOrder) {
    /** The tab of prices that are charged once. */
    public static final String ONE_TIME = "one_time";

    /** The names of all tabs, in their order without a setting. */
    public static final List<String> NAMES = List.of(ONE_TIME, "day", "week", "month", "year");

    /** Documents can lack each of the settings. */
    @SuppressWarnings("ConstantValue")
    public PriceTabs {
        priceDisplayLabels = Objects.requireNonNullElse(priceDisplayLabels, Map.of());
        priceDisplayDefaults = Objects.requireNonNullElse(priceDisplayDefaults, Map.of());
        priceDisplayTabOrder = Objects.requireNonNullElse(priceDisplayTabOrder, List.of());
    }

    /**
     * A tab.
     *
     * @param label null for the usual one
     * @param named whether a setting names the price that is selected at first
     * @param first the price that is selected when the buyer opens the tab
     */
    public record Tab(String name, @Nullable String label, List<Price> prices, boolean named, Price first) {}

    /** Returns the tabs of these prices. Empty without a setting, and if all prices belong to one tab. */
    List<Tab> of(List<Price> prices, @Nullable String defaultPriceId) {
        Set<String> names = prices.stream().map(Price::tab).collect(Collectors.toSet());
        boolean isSet =
                !priceDisplayLabels.isEmpty() || !priceDisplayDefaults.isEmpty() || !priceDisplayTabOrder.isEmpty();
        if (names.size() < 2 || !isSet) {
            return List.of();
        }
        List<String> order = new ArrayList<>(priceDisplayTabOrder);
        order.addAll(NAMES);
        return names.stream()
                .sorted(Comparator.comparingInt(order::indexOf))
                .map(name -> tab(
                        name,
                        prices.stream()
                                .filter(price -> price.tab().equals(name))
                                .toList(),
                        defaultPriceId))
                .toList();
    }

    private Tab tab(String name, List<Price> prices, @Nullable String defaultPriceId) {
        String label = priceDisplayLabels.get(name);
        Price named = find(prices, priceDisplayDefaults.get(name));
        Price usual = find(prices, defaultPriceId);
        return new Tab(
                name,
                label == null || label.isBlank() ? null : label,
                prices,
                named != null,
                Objects.requireNonNullElse(named, usual == null ? prices.get(0) : usual));
    }

    private static @Nullable Price find(List<Price> prices, @Nullable String id) {
        return prices.stream()
                .filter(price -> id != null && id.equals(price.id()))
                .findFirst()
                .orElse(null);
    }
}
