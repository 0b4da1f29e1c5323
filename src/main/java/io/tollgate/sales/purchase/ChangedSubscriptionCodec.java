package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Price;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.ChosenVariant;
import io.tollgate.sales.cart.SubscriptionCart;

/** Writes a change of the quantity or the price into the record of a subscription. */
public final class ChangedSubscriptionCodec {
    private ChangedSubscriptionCodec() {}

    /** Writes what is charged after a change of the quantity or the price into the record of a subscription. */
    public static void put(ObjectNode record, SubscriptionCart cart) {
        Price price = cart.price();
        String currency = record.path("currency").asText();
        record.put("amount", cart.regular().total())
                .put("amountUsd", Dollars.cents(currency, cart.regular().total()))
                .put("quantity", cart.quantity());
        if (!record.path("priceSnapshot").equals(snapshot(record, price))) {
            record.put("productPrice", price.amount())
                    .putNull("dynamicPrice")
                    .put("priceId", price.id())
                    .put("discountedFromPrice", price.discountedFromPrice())
                    .set("priceSnapshot", snapshot(record, price));
        }
        putFees(record, cart);
        cart.variants()
                .forEach(chosen -> chosen.options().stream()
                        .filter(option -> option.option().isRecurring())
                        .forEach(option -> putOption(record, option, currency)));
    }

    /** Returns the snapshot of a price, with the start and the trial that the order was placed with. */
    private static ObjectNode snapshot(ObjectNode record, Price price) {
        ObjectNode snapshot =
                PriceEncoder.snapshot(price, record.path("livemode").asBoolean());
        if (record.at("/priceSnapshot/recurring").isObject()) {
            snapshot.set("recurring", record.at("/priceSnapshot/recurring"));
        }
        return snapshot;
    }

    private static void putFees(ObjectNode record, SubscriptionCart cart) {
        JsonNode former = record.path("fees").deepCopy();
        ArrayNode fees = record.putArray("fees");
        for (Quote.AppliedFee<Fee> fee : cart.regular().fees()) {
            String product = null;
            for (JsonNode one : former) {
                if (one.path("name").asText().equals(fee.rule().name())) {
                    product = one.path("processorProductId").textValue();
                }
            }
            fees.add(SubscriptionWriter.fee(fee, fee.amount()).put("processorProductId", product));
        }
        SubscriptionWriter.putRounding(fees, cart);
    }

    private static void putOption(ObjectNode record, ChosenVariant.Option chosen, String currency) {
        for (JsonNode variant : record.path("variants")) {
            for (JsonNode option : variant.path("selectedOptions")) {
                if (option.path("optionId").asText().equals(chosen.option().id())) {
                    long total = chosen.part().total();
                    ((ObjectNode) option)
                            .put("quantity", chosen.quantity())
                            .put("additionalChargeAmount", chosen.part().line().unitPrice())
                            .put("discountAmount", chosen.part().couponDiscount())
                            .put("additionalChargeAmountTotal", total)
                            .put("additionalChargeAmountUsd", Dollars.cents(currency, total));
                }
            }
        }
    }
}
