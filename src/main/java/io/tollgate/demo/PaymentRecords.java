package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.pricing.Part;
import java.util.ArrayList;
import java.util.List;

/** Writes payments as the interface shows them. */
final class PaymentRecords {
    private PaymentRecords() {}

    static ObjectNode record(Payment payment) {
        Charge charge = payment.charge();
        Offer offer = payment.offer();
        Offer.Price price = payment.price();
        boolean pwyw = price.kind() == Offer.Kind.PAY_WHAT_YOU_WANT;
        boolean licensed = offer.licenseKeys() && charge.placed();
        return Json.put(
                ChargeRecords.record(charge),
                "dynamicPrice",
                payment.dynamicPrice(),
                "productId",
                offer.productId(),
                "productTitle",
                offer.title(),
                "productPrice",
                payment.pricePaid(),
                "priceId",
                price.id(),
                "priceSnapshot",
                OfferDocuments.snapshot(price, offer.currency(), charge.book().live()),
                "payWhatYouWantPrice",
                pwyw ? (Long) payment.pricePaid() : null,
                "discountedFromPrice",
                price.discountedFrom(),
                "setupFee",
                price.setupFee(),
                "quantity",
                payment.quantity(),
                "sku",
                offer.sku(),
                "variants",
                variants(payment),
                "licenseKeyId",
                licensed
                        ? charge.book().ids(IdMaker.Kind.LICENSE_KEY).id(charge.createdAt(), charge.position())
                        : null);
    }

    private static List<ObjectNode> variants(Payment payment) {
        List<ObjectNode> variants = new ArrayList<>(payment.choices().size());
        for (Payment.Choice choice : payment.choices()) {
            variants.add(Json.of(
                    "name", choice.variant().name(),
                    "variantId", choice.variant().id(),
                    "reference", choice.variant().reference(),
                    "selectionType", choice.variant().selection(),
                    "selectedOptions",
                            choice.options().stream()
                                    .map(chosen -> option(payment, chosen))
                                    .toList()));
        }
        return variants;
    }

    /** The charge of one, before and after its own bulk discount. */
    private static ObjectNode option(Payment payment, Payment.Chosen chosen) {
        Part part = payment.charge().quote().parts().get(chosen.line());
        boolean own = part.bulkRule() != null && !part.bulkRule().together();
        long reduced = own
                ? (part.amount() - part.bulkDiscount()) / chosen.quantity()
                : part.line().unitPrice();
        return Json.of(
                "optionId", chosen.option().id(),
                "optionName", chosen.option().name(),
                "sku", chosen.option().sku(),
                "quantity", chosen.quantity(),
                "additionalChargeAmount", reduced,
                "originalAdditionalChargeAmount", part.line().unitPrice(),
                "discount", own ? OfferDocuments.bulk(part.bulkRule(), part.bulkDiscount()) : null);
    }
}
