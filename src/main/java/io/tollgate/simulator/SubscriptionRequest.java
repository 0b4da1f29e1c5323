package io.tollgate.simulator;

import io.tollgate.processor.BillingCycle;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The parameters of a new subscription, with prices inside them. */
record SubscriptionRequest(FormBody form) {
    private static final int ITEMS_MAX = 20;
    private static final int DESCRIPTION_MAX = 500;
    private static final long TRIAL_MAX = Duration.ofDays(730).toSeconds();

    /** The longest interval: three years. */
    private static final Map<String, Integer> COUNT_MAX = Map.of("day", 1_095, "week", 156, "month", 36, "year", 3);

    private static final Set<String> PARAMETERS = Set.of(
            "add_invoice_items",
            "billing_cycle_anchor_config",
            "cancel_at",
            "cancel_at_period_end",
            "currency",
            "customer",
            "default_payment_method",
            "description",
            "discounts",
            "expand",
            "items",
            "metadata",
            "payment_behavior",
            "payment_settings",
            "proration_behavior",
            "trial_end");

    /** Rejects parameters that the simulator does not implement, instead of ignoring them. */
    void validate(long now) {
        form.only(PARAMETERS);
        form.required("customer");
        if (!form.required("payment_behavior").equals("default_incomplete")) {
            throw WireError.invalid("payment_behavior", "The simulator supports default_incomplete only.");
        }
        if (!"on_subscription".equals(form.text("payment_settings[save_default_payment_method]"))) {
            throw WireError.invalid(
                    "payment_settings[save_default_payment_method]", "The simulator supports on_subscription only.");
        }
        Long trialEnd = form.integer("trial_end");
        if (trialEnd != null && trialEnd <= now) {
            throw WireError.invalid("trial_end", "Invalid timestamp: must be an integer Unix timestamp in the future.");
        }
        if (trialEnd != null && trialEnd > now + TRIAL_MAX) {
            throw WireError.invalid("trial_end", "Invalid timestamp: can be no more than two years in the future.");
        }
        ChargeRules.requireLength(form, "description", DESCRIPTION_MAX);
        AnchorConfig config = AnchorConfig.of(form);
        if (config != null) {
            config.validate(now, trialEnd, form.text("proration_behavior"));
        }
        List<String> items = prefixes("items");
        if (items.isEmpty()) {
            throw WireError.missing("items");
        }
        items.forEach(item -> validate(item, true));
        prefixes("add_invoice_items").forEach(item -> validate(item, false));
        BillingCycle cycle = cycle(items.get(0));
        if (items.stream().anyMatch(item -> !cycle(item).equals(cycle))) {
            throw WireError.invalid("items", "The simulator supports items with the same interval only.");
        }
    }

    void validate(String prefix, boolean recurring) {
        String price = prefix + "[price_data]";
        Long amount = form.integer(price + "[unit_amount]");
        if (amount == null) {
            throw WireError.missing(price + "[unit_amount]");
        }
        if (amount < 0) {
            throw WireError.invalidInteger(price + "[unit_amount]", "Invalid non-negative integer");
        }
        ChargeRules.requireAmount(amount, currency(), price + "[unit_amount]");
        form.required(price + "[product]");
        if (!form.required(price + "[currency]").equals(currency())) {
            throw WireError.invalid(price + "[currency]", "All prices must have the same currency.");
        }
        if (!"1".equals(Objects.requireNonNullElse(form.text(prefix + "[quantity]"), "1"))) {
            throw WireError.invalid(prefix + "[quantity]", "The simulator supports the quantity 1 only.");
        }
        if (recurring) {
            String interval = form.required(price + "[recurring][interval]");
            Integer most = COUNT_MAX.get(interval);
            if (most == null) {
                throw WireError.invalid(price + "[recurring][interval]", "Invalid interval: " + interval);
            }
            Long count = form.integer(price + "[recurring][interval_count]");
            if (count != null && (count < 1 || count > most)) {
                throw WireError.invalid(price + "[recurring][interval_count]", "Invalid interval_count: " + count);
            }
        }
    }

    private String currency() {
        String currency = form.text("currency");
        return currency == null ? form.required("items[0][price_data][currency]") : currency;
    }

    BillingCycle cycle(String prefix) {
        Long count = form.integer(prefix + "[price_data][recurring][interval_count]");
        return BillingCycle.of(
                form.required(prefix + "[price_data][recurring][interval]"), count == null ? 1 : count.intValue());
    }

    /** Returns the prefixes of the elements of a list parameter, such as {@code items[0]}. */
    List<String> prefixes(String name) {
        List<String> prefixes = new ArrayList<>();
        for (int i = 0; ; i++) {
            String prefix = name + "[" + i + "]";
            if (form.values().keySet().stream().noneMatch(key -> key.startsWith(prefix + "["))) {
                return prefixes;
            }
            if (i == ITEMS_MAX) {
                throw WireError.invalid(name, "At most " + ITEMS_MAX + " elements are allowed.");
            }
            prefixes.add(prefix);
        }
    }

    /** Fails if the account does not have the customer or a product. */
    Future<Void> requireObjects(SimulatedObjects objects) {
        List<String> all = new ArrayList<>(prefixes("items"));
        all.addAll(prefixes("add_invoice_items"));
        return require(objects, SimulatedCustomers.KIND, form.required("customer"))
                .compose(found -> requireProducts(objects, all));
    }

    /** Fails if the account does not have the product of an element. */
    Future<Void> requireProducts(SimulatedObjects objects, List<String> elements) {
        Set<String> products = new LinkedHashSet<>();
        elements.forEach(element -> products.add(form.required(element + "[price_data][product]")));
        Future<Void> all = Future.succeededFuture();
        for (String product : products) {
            all = all.compose(before -> require(objects, SimulatedProducts.KIND, product));
        }
        return all;
    }

    private static Future<Void> require(SimulatedObjects objects, String kind, String id) {
        return objects.read(kind, id).map(found -> {
            if (found == null) {
                throw WireError.missingObject(kind, id);
            }
            return null;
        });
    }

    /** Builds the subscription without its discount and its end. */
    JsonObject subscription(SimulatedObjects objects, String id) {
        Long trialEnd = form.integer("trial_end");
        long start = objects.now();
        AnchorConfig config = AnchorConfig.of(form);
        Long anchor = config == null ? trialEnd : (Long) config.first(trialEnd == null ? start : trialEnd);
        long end = anchor == null
                ? cycle("items[0]").after(Instant.ofEpochSecond(start), 1).getEpochSecond()
                : anchor;
        JsonArray items = new JsonArray();
        prefixes("items")
                .forEach(prefix -> items.add(item(objects, id, prefix)
                        .put("current_period_start", start)
                        .put("current_period_end", end)));
        JsonObject subscription = SimulatedSubscriptions.object(objects, id, form.required("customer"))
                .put("currency", currency())
                .put("description", form.text("description"))
                .put("metadata", form.metadata())
                .put("items", SimulatedSubscriptions.items(items))
                .put("status", "incomplete")
                .put("billing_cycle_anchor_config", config == null ? null : config.wire())
                .put(SimulatedSubscriptions.PERIOD, anchor == null ? 0 : -1);
        if (anchor != null) {
            subscription.put("billing_cycle_anchor", anchor);
        }
        return trialEnd == null
                ? subscription
                : subscription.put("trial_start", start).put("trial_end", trialEnd);
    }

    JsonObject item(SimulatedObjects objects, String subscriptionId, String prefix) {
        BillingCycle cycle = cycle(prefix);
        JsonObject recurring = new JsonObject()
                .put("interval", cycle.interval().wire())
                .put("interval_count", cycle.count())
                .put("usage_type", "licensed");
        return new JsonObject()
                .put("id", SimulatedObjects.newId("si_"))
                .put("object", "subscription_item")
                .put("created", objects.now())
                .put("metadata", form.metadata(prefix))
                .put("price", price(objects, prefix).put("type", "recurring").put("recurring", recurring))
                .put("quantity", 1)
                .put("subscription", subscriptionId);
    }

    private JsonObject price(SimulatedObjects objects, String prefix) {
        Long amount = form.integer(prefix + "[price_data][unit_amount]");
        return new JsonObject()
                .put("id", SimulatedObjects.newId("price_"))
                .put("object", "price")
                .put("active", false)
                .put("billing_scheme", "per_unit")
                .put("created", objects.now())
                .put("currency", currency())
                .put("livemode", objects.scope().live())
                .put("metadata", new JsonObject())
                .put("product", form.required(prefix + "[price_data][product]"))
                .put("recurring", null)
                .put("type", "one_time")
                .put("unit_amount", amount)
                .put("unit_amount_decimal", String.valueOf(amount));
    }

    /** Builds the lines that only the first invoice has. */
    List<JsonObject> oneTimeLines(SimulatedObjects objects, String subscriptionId) {
        return prefixes("add_invoice_items").stream()
                .map(prefix -> SimulatedInvoices.oneTimeLine(
                                objects.now(),
                                subscriptionId,
                                price(objects, prefix),
                                !Boolean.FALSE.equals(form.bool(prefix + "[discountable]")))
                        .put("metadata", form.metadata(prefix)))
                .toList();
    }
}
