package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.OfferedMethods;
import io.tollgate.catalog.model.PaymentOption.ManualType;
import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Completes and validates the payment settings of a page: tax, payment options, fees and e-mail reminders. */
final class CheckoutRules {
    /** The sets of payment options that a page can enable together. */
    private static final Set<Set<String>> COMBINATIONS = Set.of(
            Set.of("full"),
            Set.of("invoice"),
            Set.of("partial"),
            Set.of("cash_on_delivery"),
            Set.of("full", "invoice"),
            Set.of("full", "partial"),
            Set.of("full", "cash_on_delivery"));

    private CheckoutRules() {}

    /** @param former the page before the change, or the defaults of a new one */
    static void apply(Input input, ObjectNode page, ObjectNode former, PageKind kind) {
        Templates.complete(
                input, page, "paymentOptions", Schema.memberDefaults(CheckoutSchema.PAYMENT_OPTIONS), Set.of());
        Templates.complete(
                input,
                page,
                "fees",
                Schema.memberDefaults(CheckoutSchema.fees(kind)),
                Set.of(CheckoutSchema.otherMultiplier(kind)));
        tax(input, page, former);
        paymentOptions(input);
        addMissingOptions(input, page, former);
        page.path("paymentOptions").forEach(option -> {
            if (!option.path("type").asText().equals("partial") && option.hasNonNull("partialAmount")) {
                ((ObjectNode) option).putNull("partialAmount");
            }
        });
        fees(input);
        feesOfMethods(input, page, former);
        if (page.at("/checkoutAbandonment/emailReminders") instanceof ObjectNode reminders) {
            reminders.properties().removeIf(reminder -> reminder.getValue().isNull());
            reminders.forEach(CheckoutRules::complete);
        }
    }

    private static void complete(JsonNode reminder) {
        for (String name : List.of("subject", "body", "buttonText")) {
            ((ObjectNode) reminder).putIfAbsent(name, ((ObjectNode) reminder).nullNode());
        }
    }

    private static void tax(Input input, ObjectNode page, ObjectNode former) {
        Input tax = input.object("tax");
        if (!tax.has("enabled") || !(page.get("tax") instanceof ObjectNode merged)) {
            return;
        }
        boolean enabled = tax.bool("enabled", false);
        String mode = tax.text("mode");
        if (mode == null) {
            String kept = former.at("/tax/mode").asText("none");
            merged.put("mode", !enabled ? "none" : kept.equals("none") ? "processor" : kept);
        } else {
            tax.rule(
                    enabled != mode.equals("none"),
                    "mode",
                    enabled
                            ? "must be fixed or processor while enabled is true"
                            : "must be none while enabled is false");
        }
    }

    private static void paymentOptions(Input input) {
        if (!input.hasValue("paymentOptions")) {
            return;
        }
        Set<String> enabled = new HashSet<>();
        boolean distinct = true;
        for (Input option : input.objects("paymentOptions")) {
            String type = option.text("type");
            if (type == null) {
                continue;
            }
            boolean manual = type.equals("manual");
            boolean partial = type.equals("partial");
            boolean isEnabled = option.bool("enabled", true);
            option.rule(manual || !option.hasValue("manualType"), "manualType", "is allowed only for the type manual");
            option.rule(!manual || option.hasValue("manualType"), "manualType", "is required for the type manual");
            option.rule(
                    partial || !option.sets("partialAmount"), "partialAmount", "is allowed only for the type partial");
            Long amount = option.integer("partialAmount");
            option.rule(
                    !partial || !isEnabled || (amount != null && amount > 0),
                    "partialAmount",
                    "must be more than 0 for the type partial");
            if (isEnabled) {
                distinct &= enabled.add(Objects.requireNonNullElse(manual ? option.text("manualType") : type, ""));
            }
        }
        // Checks the combination only if each option is valid.
        boolean valid = input.isValid("paymentOptions");
        input.rule(
                !valid || (distinct && COMBINATIONS.contains(enabled)),
                "paymentOptions",
                "must enable one of full, partial, invoice and cash_on_delivery, or full together with one other");
    }

    /**
     * Adds the options that the request does not name, disabled: a list that is sent comes back with all options. A
     * list that is sent back as it was read stays as it is.
     */
    private static void addMissingOptions(Input input, ObjectNode page, ObjectNode former) {
        if (!input.hasValue("paymentOptions") || !(page.get("paymentOptions") instanceof ArrayNode options)) {
            return;
        }
        if (options.equals(former.path("paymentOptions"))) {
            return;
        }
        Set<String> sent = new HashSet<>();
        options.forEach(option -> sent.add(
                option.path("type").asText() + option.path("manualType").asText("")));
        for (String type : List.of("full", "partial")) {
            if (!sent.contains(type)) {
                options.add(disabledOption(type, null, type.equals("full") ? "Pay now" : "Deposit"));
            }
        }
        for (ManualType manual : ManualType.values()) {
            if (!sent.contains("manual" + manual.wire())) {
                String name = manual.defaultName(page.path("locale").textValue());
                options.add(disabledOption("manual", manual.wire(), name));
            }
        }
    }

    private static ObjectNode disabledOption(String type, @Nullable String manualType, String name) {
        return Schema.memberDefaults(CheckoutSchema.PAYMENT_OPTIONS)
                .put("type", type)
                .put("enabled", false)
                .put("name", name)
                .put("manualType", manualType);
    }

    private static void fees(Input input) {
        for (Input fee : input.objects("fees")) {
            fee.rule(
                    fee.wasSent("amount") || fee.wasSent("percentage"),
                    "amount",
                    "is required unless percentage is given");
            boolean some = fee.values().path("paymentMethods") instanceof ArrayNode methods && !methods.isEmpty();
            fee.rule(
                    some || !fee.bool("applyToSpecificPaymentMethods", false),
                    "paymentMethods",
                    "is required while applyToSpecificPaymentMethods is true");
        }
    }

    /**
     * Rejects a fee for a part of the methods that the page offers: when the order is priced, the method is not known.
     * Settings that are sent back as they were read stay as they are.
     */
    private static void feesOfMethods(Input input, ObjectNode page, ObjectNode former) {
        JsonNode fees = page.path("fees");
        JsonNode methods = page.path("paymentMethods");
        if (!input.isValid("fees")
                || !input.isValid("paymentMethods")
                || (fees.equals(former.path("fees")) && methods.equals(former.path("paymentMethods")))) {
            return;
        }
        OfferedMethods offered =
                methods.isObject() ? CatalogDecoder.decode(methods, OfferedMethods.class) : OfferedMethods.ALL;
        List<Input> sent = input.objects("fees");
        for (int i = 0; i < fees.size(); i++) {
            List<String> missing =
                    fees.get(i).path("applyToSpecificPaymentMethods").asBoolean()
                            ? offered.missingIn(texts(fees.get(i).path("paymentMethods")))
                            : List.of();
            String names = String.join(", ", missing);
            if (sent.isEmpty()) {
                String message = "must not offer methods that fees[" + i + "].paymentMethods lacks (" + names
                        + "), because the method is not known when the order is priced";
                input.rule(missing.isEmpty(), "paymentMethods", message);
            } else {
                String message = "must contain every method that the page offers, because the method is not known when"
                        + " the order is priced; missing: " + names;
                sent.get(i).rule(missing.isEmpty(), "paymentMethods", message);
            }
        }
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
