package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Price;
import io.tollgate.sales.cart.ChosenVariant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Encodes what payments and subscriptions keep of a product: its price and the chosen variants. */
final class PriceEncoder {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private PriceEncoder() {}

    /** The price as it is now: later changes do not reach purchases. */
    static ObjectNode snapshot(Price price, boolean live) {
        ObjectNode snapshot = JSON.objectNode()
                .put("priceId", price.id())
                .put("label", price.label())
                .put("description", price.label())
                .put("badge", price.badge())
                .put("reference", price.reference())
                .put("billingType", price.recurrence() == null ? "one_time" : "recurring")
                .put("amount", price.amount())
                .put("currency", price.currency())
                .put("discountedFromPrice", price.discountedFromPrice())
                .put("setupFee", setupFee(price))
                .put("setupFeeMultipliesWithQuantity", price.setupFeeMultipliesWithQuantity())
                .put("processorPriceId", "price_" + price.id())
                .put("processorPriceLivemode", live)
                .put("managedInProcessor", false)
                .put("payWhatYouWant", price.payWhatYouWant())
                .put("pwywSuggestedPrice", price.pwywSuggestedPrice());
        snapshot.set("recurring", recurrence(price.recurring()));
        snapshot.set("paymentPlan", recurrence(price.paymentPlan()));
        return snapshot;
    }

    static @Nullable Long setupFee(Price price) {
        return price.setupFee() == 0 ? null : (Long) price.setupFee();
    }

    private static JsonNode recurrence(Price.@Nullable Recurrence recurrence) {
        if (recurrence == null) {
            return NullNode.instance;
        }
        ObjectNode encoded = JSON.objectNode()
                .put("interval", recurrence.interval().wire())
                .put("intervalCount", recurrence.intervalCount())
                .put("trialPeriodDays", recurrence.trialPeriodDays());
        Price.BillingAnchor anchor = recurrence.billingCycleAnchorConfig();
        if (anchor != null) {
            encoded.putObject("billingCycleAnchorConfig")
                    .put("enabled", anchor.enabled())
                    .put("dayOfMonth", anchor.dayOfMonth())
                    .put("month", anchor.month());
        }
        return recurrence.planIterations() == null
                ? encoded
                : encoded.put("planIterations", recurrence.planIterations());
    }

    /** The variant, without its options. */
    static ObjectNode variant(ChosenVariant chosen) {
        return JSON.objectNode()
                .put("name", chosen.variant().name())
                .put("variantId", chosen.variant().id())
                .put("reference", chosen.variant().reference())
                .put("selectionType", chosen.variant().selection().name().toLowerCase(Locale.ROOT));
    }
}
