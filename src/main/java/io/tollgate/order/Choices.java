package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.error.ApiError.Problem;
import io.tollgate.pricing.Line;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a buyer chose of a product's variants, as lines of an order. */
final class Choices {
    private final JsonNode product;
    private final JsonNode price;
    private final ProductCart.Wanted wanted;
    private final String path;
    private final List<Problem> problems;

    /** @param path of what was chosen in the body, with a final dot, or empty */
    Choices(JsonNode product, JsonNode price, ProductCart.Wanted wanted, String path, List<Problem> problems) {
        this.product = product;
        this.price = price;
        this.wanted = wanted;
        this.path = path;
        this.problems = problems;
    }

    void addTo(List<Line> lines) {
        Visibility visibility = new Visibility(product.path("variants"), chosen());
        Set<String> chosen = new HashSet<>();
        for (int i = 0; i < wanted.variants().size(); i++) {
            JsonNode choice = wanted.variants().get(i);
            String at = "variants[" + i + "]";
            String id = choice.path("variantId").asText();
            JsonNode variant = enabled(product.path("variants"), id);
            if (variant == null || !isOfPrice(variant)) {
                problem(at + ".variantId", "is no variant of this price", id);
            } else if (!chosen.add(id)) {
                problem(at + ".variantId", "is chosen twice", id);
            } else if (!visibility.shows(variant)) {
                problem(at + ".variantId", "is not offered beside what is chosen here", id);
            } else {
                options(lines, variant, choice.path("options"), at + ".options");
            }
        }
        boolean all = product.path("variantsRequired").asBoolean();
        for (JsonNode variant : product.path("variants")) {
            boolean needed = (all || variant.path("required").asBoolean())
                    && isEnabled(variant)
                    && isOfPrice(variant)
                    && !variant.path("hidden").asBoolean()
                    && visibility.shows(variant);
            if (needed && !chosen.contains(variant.path("id").asText())) {
                problem("variants", "must choose of " + variant.path("name").asText(), null);
            }
        }
    }

    /** Ids of the options that are wanted of each variant. */
    private Map<String, Set<String>> chosen() {
        Map<String, Set<String>> chosen = new HashMap<>();
        for (JsonNode choice : wanted.variants()) {
            Set<String> options = new HashSet<>();
            choice.path("options")
                    .forEach(option -> options.add(option.path("optionId").asText()));
            chosen.put(choice.path("variantId").asText(), options);
        }
        return chosen;
    }

    private void options(List<Line> lines, JsonNode variant, JsonNode sent, String place) {
        String selection = variant.path("selectionType").asText("single");
        if (selection.equals("single") && sent.size() != 1) {
            problem(place, "must be one option", null);
            return;
        }
        Set<String> chosen = new HashSet<>();
        for (int i = 0; i < sent.size(); i++) {
            JsonNode one = sent.get(i);
            String at = place + "[" + i + "]";
            String id = one.path("optionId").asText();
            JsonNode option = enabled(variant.path("options"), id);
            if (option == null || !chosen.add(id)) {
                problem(at + ".optionId", option == null ? "is no option of this variant" : "is chosen twice", id);
            } else if (one.has("quantity") && !selection.equals("quantity")) {
                problem(at + ".quantity", "is taken of variants with quantities only", null);
            } else {
                int times = variant.path("increasesWithQuantity").asBoolean() ? wanted.quantity() : 1;
                String name = variant.path("name").asText() + ": "
                        + option.path("name").asText();
                int quantity = Math.multiplyExact(one.path("quantity").asInt(1), times);
                lines.add(new Line(Line.Kind.VARIANT_OPTION, id, name, quantity, amount(option, one, at), true));
            }
        }
    }

    private long amount(JsonNode option, JsonNode sent, String at) {
        long least = option.path("additionalChargeAmount").asLong();
        if (!option.path("payWhatYouWant").asBoolean()) {
            if (sent.path("amount").asLong() != 0) {
                problem(at + ".amount", "cannot be chosen for this option", null);
            }
            return least;
        }
        long amount = sent.path("amount").asLong(-1);
        if (amount < least) {
            problem(at + ".amount", "must be at least " + least, sent.has("amount") ? amount : null);
        }
        return Math.max(least, amount);
    }

    private boolean isOfPrice(JsonNode variant) {
        JsonNode prices = variant.path("priceIds");
        return prices.isEmpty() || Bulk.texts(prices).contains(price.path("id").asText());
    }

    private static boolean isEnabled(JsonNode one) {
        return one.path("status").asText("enabled").equals("enabled");
    }

    private static @Nullable JsonNode enabled(JsonNode among, String id) {
        for (JsonNode one : among) {
            if (isEnabled(one) && one.path("id").asText().equals(id)) {
                return one;
            }
        }
        return null;
    }

    private void problem(String at, String message, @Nullable Object value) {
        problems.add(new Problem(path + at, message, value));
    }
}
