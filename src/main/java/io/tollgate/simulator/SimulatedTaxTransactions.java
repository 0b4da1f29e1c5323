package io.tollgate.simulator;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** Tax transactions of the simulator: the tax of sold orders, and its reversals after refunds. */
final class SimulatedTaxTransactions {
    static final String KIND = "tax.transaction";

    /** References that are used; the simulator accepts each one once. */
    private static final String REFERENCES = "tax.reference";

    private static final String TOTAL = "amount_total";
    private static final String REVERSED = "amount_reversed";

    private SimulatedTaxTransactions() {}

    static Future<JsonObject> create(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("calculation", "reference", "metadata", "expand"));
        String reference = form.required("reference");
        return objects.find(SimulatedTax.KIND, form.required("calculation")).compose(calculation -> {
            if (calculation.getLong("expires_at") <= objects.now()) {
                throw WireError.invalid("calculation", "This calculation has expired.");
            }
            JsonObject transaction = transaction(objects, form, reference)
                    .put("type", "transaction")
                    .put("reversal", null)
                    .put("currency", calculation.getString("currency"))
                    .put("customer_details", calculation.getJsonObject("customer_details"))
                    .put(TOTAL, calculation.getLong(TOTAL))
                    .put(REVERSED, 0L);
            return claim(objects, reference)
                    .compose(claimed -> objects.insert(KIND, transaction))
                    .map(SimulatedTaxTransactions::shown);
        });
    }

    static Future<JsonObject> reverse(SimulatedObjects objects, FormBody form, String none) {
        form.only(Set.of("mode", "original_transaction", "reference", "flat_amount", "metadata", "expand"));
        String reference = form.required("reference");
        String mode = form.required("mode");
        if (!Set.of("full", "partial").contains(mode)) {
            throw WireError.invalid("mode", "Invalid mode: must be one of full or partial");
        }
        return objects.find(KIND, form.required("original_transaction")).compose(original -> {
            if (original.getValue("reversal") != null) {
                throw WireError.invalid("original_transaction", "A reversal cannot be reversed.");
            }
            long left = original.getLong(TOTAL) - original.getLong(REVERSED);
            long amount = mode.equals("full") ? left : partial(form, left);
            if (amount == 0 && original.getLong(TOTAL) > 0) {
                throw WireError.invalid("original_transaction", "This transaction is already fully reversed.");
            }
            JsonObject reversal = transaction(objects, form, reference)
                    .put("type", "reversal")
                    .put("reversal", new JsonObject().put("original_transaction", original.getString("id")))
                    .put("currency", original.getString("currency"))
                    .put("customer_details", original.getJsonObject("customer_details"))
                    .put(TOTAL, -amount)
                    .put(REVERSED, 0L);
            original.put(REVERSED, original.getLong(REVERSED) + amount);
            return claim(objects, reference)
                    .compose(claimed -> objects.update(KIND, original))
                    .compose(updated -> objects.insert(KIND, reversal))
                    .map(SimulatedTaxTransactions::shown);
        });
    }

    private static long partial(FormBody form, long left) {
        Long amount = form.integer("flat_amount");
        if (amount == null) {
            throw WireError.missing("flat_amount");
        }
        if (amount >= 0 || -amount > left) {
            throw WireError.invalid(
                    "flat_amount", "The amount must be negative, and at most " + left + " can be reversed.");
        }
        return -amount;
    }

    private static Future<Void> claim(SimulatedObjects objects, String reference) {
        return objects.add(REFERENCES, new JsonObject().put("id", reference)).map(added -> {
            if (!added) {
                throw WireError.taxReferenceUsed(reference);
            }
            return null;
        });
    }

    private static JsonObject transaction(SimulatedObjects objects, FormBody form, String reference) {
        return new JsonObject()
                .put("id", SimulatedObjects.newId("tax_"))
                .put("object", KIND)
                .put("created", objects.now())
                .put("customer", null)
                .put("livemode", objects.scope().live())
                .put("metadata", form.metadata())
                .put("posted_at", objects.now())
                .put("reference", reference)
                .put("shipping_cost", null)
                .put("tax_date", objects.now());
    }

    static Future<JsonObject> retrieve(SimulatedObjects objects, FormBody form, String id) {
        return objects.find(KIND, id).map(SimulatedTaxTransactions::shown);
    }

    /** Removes the amounts, which the protocol has only in lines; the simulator has no lines of transactions. */
    private static JsonObject shown(JsonObject transaction) {
        JsonObject shown = transaction.copy();
        shown.remove(TOTAL);
        shown.remove(REVERSED);
        return shown;
    }
}
