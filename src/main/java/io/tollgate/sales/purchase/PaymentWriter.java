package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.pricing.Part;
import io.tollgate.sales.cart.ChosenVariant;
import io.tollgate.sales.cart.ProductCart;
import org.jspecify.annotations.Nullable;

/** Creates payment records in the form of the interface. */
public final class PaymentWriter {
    private PaymentWriter() {}

    /**
     * The fields of a payment that its charge does not have.
     *
     * @param dynamicPrice the price in the link to the page, or null
     * @param licenseKeyId null without a license key
     */
    public record Extras(
            @Nullable Long dynamicPrice, @Nullable String licenseKeyId) {}

    /** @param price the price of the page, even if the link had another one */
    public static ObjectNode write(Charge charge, Product product, Price price, ProductCart cart, Extras extras) {
        long paid = cart.quote().parts().get(0).line().unitPrice();
        ObjectNode record = ChargeWriter.write(charge)
                .put("dynamicPrice", extras.dynamicPrice())
                .put("productId", product.id())
                .put("productTitle", product.title())
                .put("productPrice", paid)
                .put("priceId", price.id())
                .put("payWhatYouWantPrice", price.payWhatYouWant() ? (Long) paid : null)
                .put("discountedFromPrice", price.discountedFromPrice())
                .put("setupFee", PriceEncoder.setupFee(price))
                .put("quantity", cart.quantity())
                .put("sku", product.sku())
                .put("licenseKeyId", extras.licenseKeyId());
        record.set(
                "priceSnapshot",
                PriceEncoder.snapshot(price, charge.purchase().scope().live()));
        ArrayNode variants = record.putArray("variants");
        for (ChosenVariant chosen : cart.variants()) {
            ObjectNode variant = PriceEncoder.variant(chosen);
            ArrayNode options = variant.putArray("selectedOptions");
            chosen.options().forEach(option -> options.add(option(option)));
            variants.add(variant);
        }
        return record;
    }

    /** The charge of one, before and after the bulk discount that the option itself has. */
    private static ObjectNode option(ChosenVariant.Option chosen) {
        Part part = chosen.part();
        boolean own = part.bulkRule() != null && !part.bulkRule().together();
        ObjectNode option = JsonNodeFactory.instance
                .objectNode()
                .put("optionId", chosen.option().id())
                .put("optionName", chosen.option().name())
                .put("sku", chosen.option().sku())
                .put("quantity", chosen.quantity())
                .put(
                        "additionalChargeAmount",
                        own ? part.reducedUnitPrice() : part.line().unitPrice())
                .put("originalAdditionalChargeAmount", part.line().unitPrice());
        return option.set("discount", own ? ChargeEncoder.bulkDiscount(part) : NullNode.instance);
    }
}
