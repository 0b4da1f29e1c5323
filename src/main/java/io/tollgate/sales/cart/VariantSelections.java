package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Validates the selected options of a product's variants and converts them to lines of an order. */
final class VariantSelections {
    private final Product product;
    private final Price price;
    private final int quantity;
    private final List<RequestedVariant> requested;
    private final String path;
    private final List<Problem> problems;
    private final List<SelectedOption> selected = new ArrayList<>();

    private record SelectedOption(Variant variant, Variant.Option option, Line line) {}

    /**
     * @param quantity the quantity of the product
     * @param path the prefix of parameters in problems, ending in a dot; empty at the top level of the body
     */
    VariantSelections(
            Product product,
            Price price,
            int quantity,
            List<RequestedVariant> requested,
            String path,
            List<Problem> problems) {
        this.product = product;
        this.price = price;
        this.quantity = quantity;
        this.requested = requested;
        this.path = path;
        this.problems = problems;
    }

    void addTo(List<Line> lines) {
        Visibility visibility = new Visibility(product.variants(), answers());
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < requested.size(); i++) {
            RequestedVariant one = requested.get(i);
            String at = "variants[" + i + "]";
            Variant variant = product.variants().stream()
                    .filter(candidate -> candidate.isEnabled() && candidate.id().equals(one.variantId()))
                    .findFirst()
                    .orElse(null);
            if (variant == null || !variant.isOfferedWith(price)) {
                problem(at + ".variantId", "no such variant for this price", one.variantId());
            } else if (!seen.add(one.variantId())) {
                problem(at + ".variantId", "is selected twice", one.variantId());
            } else if (!visibility.shows(variant)) {
                problem(at + ".variantId", "is not offered with this selection", one.variantId());
            } else {
                addOptions(lines, variant, one.options(), at + ".options");
            }
        }
        product.variants().stream()
                .filter(variant -> isRequired(variant, visibility) && !seen.contains(variant.id()))
                .forEach(variant -> problem("variants", "must include a selection for " + variant.displayName(), null));
    }

    /**
     * Returns the selected variants in the order of the request.
     *
     * @param part returns the priced line of the quote for a line of the order
     */
    List<ChosenVariant> chosen(Function<Line, Part> part) {
        Map<Variant, List<ChosenVariant.Option>> chosen = new LinkedHashMap<>();
        selected.forEach(one -> chosen.computeIfAbsent(one.variant(), any -> new ArrayList<>())
                .add(new ChosenVariant.Option(one.option(), part.apply(one.line()))));
        return chosen.entrySet().stream()
                .map(entry -> new ChosenVariant(entry.getKey(), entry.getValue()))
                .toList();
    }

    private boolean isRequired(Variant variant, Visibility visibility) {
        return (product.variantsRequired() || variant.required())
                && variant.isEnabled()
                && variant.isOfferedWith(price)
                && !variant.hidden()
                && visibility.shows(variant);
    }

    /** Returns the ids of the selected options by variant. */
    private Map<String, Set<String>> answers() {
        Map<String, Set<String>> answers = new HashMap<>();
        for (RequestedVariant variant : requested) {
            Set<String> options = variant.options().stream()
                    .map(RequestedVariant.Option::optionId)
                    .collect(Collectors.toSet());
            answers.put(variant.variantId(), options);
        }
        return answers;
    }

    private void addOptions(List<Line> lines, Variant variant, List<RequestedVariant.Option> wanted, String path) {
        if (variant.selection() == Selection.SINGLE && wanted.size() != 1) {
            problem(path, "must be one option", null);
            return;
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < wanted.size(); i++) {
            RequestedVariant.Option one = wanted.get(i);
            String at = path + "[" + i + "]";
            Variant.Option option = variant.option(one.optionId()).orElse(null);
            if (option == null) {
                problem(at + ".optionId", "no such option in this variant", one.optionId());
            } else if (!seen.add(one.optionId())) {
                problem(at + ".optionId", "is selected twice", one.optionId());
            } else if (one.quantity() != null && variant.selection() != Selection.QUANTITY) {
                problem(at + ".quantity", "is allowed only if the variant has quantities", null);
            } else {
                Line line = line(variant, option, one, at);
                lines.add(line);
                selected.add(new SelectedOption(variant, option, line));
            }
        }
    }

    private Line line(Variant variant, Variant.Option option, RequestedVariant.Option wanted, String at) {
        long times = variant.increasesWithQuantity() ? quantity : 1;
        long count = Objects.requireNonNullElse(wanted.quantity(), 1) * times;
        if (count > Integer.MAX_VALUE) {
            problem(at + ".quantity", "must be lower", wanted.quantity());
        }
        return new Line(
                Line.Kind.VARIANT_OPTION,
                option.id(),
                variant.displayName() + ": " + Objects.requireNonNullElse(option.name(), ""),
                (int) Math.min(count, Integer.MAX_VALUE),
                amount(option, wanted.amount(), at + ".amount"),
                true);
    }

    private long amount(Variant.Option option, @Nullable Long chosen, String param) {
        long least = option.additionalChargeAmount();
        if (!option.payWhatYouWant()) {
            if (chosen != null && chosen != 0) {
                problem(param, "is not allowed: the charge of this option is fixed", null);
            }
            return least;
        }
        if (chosen == null || chosen < least) {
            problem(param, "must be at least " + least, chosen);
            return least;
        }
        return chosen;
    }

    private void problem(String at, String message, @Nullable Object value) {
        problems.add(new Problem(path + at, message, value));
    }
}
