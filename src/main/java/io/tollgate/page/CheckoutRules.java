package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Completes what was sent of how a page takes money, and holds it to the rules between its parts. */
final class CheckoutRules {
    private static final ObjectNode OPTION = Templates.of("""
            {
              "enabled": true, "description": null, "instructions": null, "partialAmount": null,
              "showPaymentButton": true, "manualType": null
            }
            """);

    private static final ObjectNode FEE = Templates.of("""
            {
              "amount": null, "percentage": null, "multiplyByQuantity": false, "multiplyByTickets": false,
              "applyToSpecificPaymentMethods": false, "paymentMethods": []
            }
            """);

    /** What buyers may choose from; nothing else goes together. */
    private static final Set<Set<String>> TOGETHER = Set.of(
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
        Templates.complete(input, page, "paymentOptions", OPTION, Set.of());
        Templates.complete(input, page, "fees", FEE, Set.of(CheckoutKeys.otherMultiplier(kind)));
        tax(input, page, former);
        paymentOptions(input);
        page.path("paymentOptions").forEach(option -> {
            if (!option.path("type").asText().equals("partial") && option.hasNonNull("partialAmount")) {
                ((ObjectNode) option).putNull("partialAmount");
            }
        });
        fees(input);
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
        boolean once = true;
        for (Input option : input.objects("paymentOptions")) {
            String type = option.text("type");
            if (type == null) {
                continue;
            }
            boolean manual = type.equals("manual");
            boolean partial = type.equals("partial");
            option.rule(manual || !option.hasValue("manualType"), "manualType", "is for the type manual only");
            option.rule(!manual || option.hasValue("manualType"), "manualType", "is required for the type manual");
            option.rule(partial || !option.sets("partialAmount"), "partialAmount", "is for the type partial only");
            Long amount = option.integer("partialAmount");
            option.rule(!partial || (amount != null && amount > 0), "partialAmount", "is required, and more than 0");
            if (option.bool("enabled", true)) {
                once &= enabled.add(Objects.requireNonNullElse(manual ? option.text("manualType") : type, ""));
            }
        }
        // Of what is wrong in one of them, it is not said that they do not go together.
        boolean sound = input.isSound("paymentOptions");
        input.rule(
                !sound || (once && TOGETHER.contains(enabled)),
                "paymentOptions",
                "must enable one of full, partial, invoice and cash_on_delivery, or full and one of the others");
    }

    private static void fees(Input input) {
        for (Input fee : input.objects("fees")) {
            fee.rule(fee.wasMeant("amount") || fee.wasMeant("percentage"), "amount", "or a percentage is required");
            boolean some = fee.values().path("paymentMethods") instanceof ArrayNode methods && !methods.isEmpty();
            fee.rule(
                    some || !fee.bool("applyToSpecificPaymentMethods", false),
                    "paymentMethods",
                    "is required while applyToSpecificPaymentMethods is true");
        }
    }
}
