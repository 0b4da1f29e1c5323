package io.tollgate.sales.purchase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.catalog.model.TaxRate;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Percent;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.TaxCalculation;
import io.tollgate.sales.cart.Answer;
import io.tollgate.sales.cart.Buyer;
import io.tollgate.sales.cart.OrderTax;
import io.tollgate.sales.cart.PostalAddress;
import io.tollgate.sales.cart.ShippingAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes the fields that charges, invoices and quotes share. */
public final class ChargeEncoder {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ChargeEncoder() {}

    /** Adds the tax of a purchase with copies of the tax rates. */
    static void putTax(ObjectNode record, Purchase purchase) {
        OrderTax tax = purchase.tax();
        Quote quote = purchase.quote();
        ArrayNode breakdown = record.put("taxAmount", quote.taxAmount()).putArray("taxBreakdown");
        if (tax.calculation() == null) {
            quote.taxes().forEach(charged -> breakdown.add(taxed(charged, tax.computed())));
        } else {
            tax.calculation().entries().forEach(entry -> breakdown.add(calculated(entry)));
        }
        putRates(record.put("taxSource", purchase.taxSource()), purchase.taxRates());
    }

    private static ObjectNode calculated(TaxCalculation.Entry entry) {
        ObjectNode taxed = JSON.objectNode()
                .put("taxType", entry.type())
                .put("taxabilityReason", entry.reason())
                .put("taxableAmount", entry.taxable())
                .put("taxAmount", entry.amount());
        taxed.putObject("taxRateDetails")
                .put("country", entry.country())
                .put("state", entry.state())
                .put("taxType", entry.type())
                .put("percentageDecimal", entry.percent().fraction());
        return taxed;
    }

    private static ObjectNode taxed(Quote.AppliedTax charged, OrderTax.@Nullable ProcessorTax computed) {
        Percent percent = charged.rule().percent();
        String none = computed == null ? "zero_rated" : "not_collecting";
        ObjectNode taxed = JSON.objectNode()
                .put("taxType", computed == null ? null : computed.type())
                .put("taxabilityReason", percent.parts() == 0 ? none : "standard_rated")
                .put("taxableAmount", charged.taxable())
                .put("taxAmount", charged.amount());
        ObjectNode details = taxed.putObject("taxRateDetails");
        if (computed != null) {
            details.put("country", computed.country())
                    .put("state", computed.state())
                    .put("taxType", computed.type());
        }
        details.put("percentageDecimal", percent.fraction());
        return taxed;
    }

    /** Adds copies of the seller's tax rates. */
    static void putRates(ObjectNode record, List<TaxRate> rates) {
        ArrayNode copies = record.putArray("taxRates");
        for (TaxRate rate : rates) {
            copies.addObject()
                    .put("taxRate", rate.id())
                    .put("processorId", rate.processorId())
                    .put("displayName", rate.displayName())
                    .put("default", rate.isDefault())
                    .put("active", rate.active())
                    .put("inclusive", rate.inclusive())
                    .put("percentage", rate.percentage())
                    .put("createdAt", rate.createdAt())
                    .put("updatedAt", rate.updatedAt());
        }
    }

    /** Adds each fee with its charged amount, and what rounding adds or takes off. */
    public static void putFees(ObjectNode record, Quote quote) {
        ArrayNode fees = record.putArray("fees");
        for (Quote.AppliedFee<Fee> fee : quote.fees()) {
            Percent percentage = fee.rule().percentage();
            fees.addObject()
                    .put("name", fee.rule().name())
                    .put("amount", fee.amount())
                    .put("percentage", percentage == null ? null : percentage.value());
        }
        if (quote.rounding() != 0) {
            fees.addObject()
                    .put("name", Quote.ROUNDING)
                    .put("amount", quote.rounding())
                    .putNull("percentage");
        }
    }

    /** Returns the coupon with its discount in minor units, or JSON null without a coupon. */
    static JsonNode coupon(@Nullable Coupon coupon, long discount) {
        if (coupon == null) {
            return NullNode.instance;
        }
        return JSON.objectNode()
                .put("id", coupon.id())
                .put("label", coupon.label())
                .put("code", coupon.code())
                .put("amountOff", coupon.amountOff())
                .put("percentOff", coupon.percentOff())
                .put("discount", discount);
    }

    /** Returns the bulk discount of a line, or JSON null. */
    static JsonNode bulkDiscount(Part part) {
        return part.bulkRule() == null ? NullNode.instance : bulkDiscount(part.bulkRule(), part.bulkDiscount());
    }

    /** Returns the bulk discount of an order with the rule that reduced it most, or JSON null. */
    static JsonNode bulkDiscount(Quote quote) {
        BulkDiscount rule = null;
        long most = 0;
        for (Part part : quote.parts()) {
            if (part.bulkDiscount() > most) {
                most = part.bulkDiscount();
                rule = part.bulkRule();
            }
        }
        return rule == null ? NullNode.instance : bulkDiscount(rule, quote.bulkDiscount());
    }

    private static ObjectNode bulkDiscount(BulkDiscount rule, long amount) {
        Percent percentOff = rule.reduction().percentOff();
        return JSON.objectNode()
                .put("minQuantity", rule.minQuantity())
                .put("maxQuantity", rule.maxQuantity())
                .put("percentOff", percentOff == null ? null : percentOff.value())
                .put("amountOff", rule.reduction().amountOff())
                .put("amount", amount);
    }

    /** Returns the buyer's answers with the names of their fields. */
    static ArrayNode answers(List<Answer> answers) {
        ArrayNode rows = JSON.arrayNode();
        answers.forEach(answer -> rows.add(answer(answer)));
        return rows;
    }

    private static ObjectNode answer(Answer answer) {
        ObjectNode row = JSON.objectNode()
                .put("fieldId", answer.field().id())
                .put("label", answer.field().label())
                .put("value", answer.value());
        if (answer.values() != null) {
            answer.values().forEach(row.putArray("values")::add);
        }
        row.put("element", answer.field().element().wire())
                .put("type", answer.field().type())
                .set("meta", meta(answer));
        return row.put("reference", answer.field().reference());
    }

    private static JsonNode meta(Answer answer) {
        if (answer.files() != null) {
            ObjectNode meta = JSON.objectNode();
            ArrayNode files = meta.putArray("files");
            answer.files()
                    .forEach(file -> files.addObject()
                            .put("id", file.id())
                            .put("name", file.name())
                            .put("size", file.size())
                            .put("type", file.type()));
            return meta;
        }
        if (answer.billing() == null) {
            return answer.taxIdType() == null
                    ? NullNode.instance
                    : JSON.objectNode().put("type", answer.taxIdType());
        }
        ObjectNode meta = JSON.objectNode();
        meta.set("billing", address(answer.billing()));
        if (answer.shipping() != null) {
            ObjectNode shipping = encode(answer.shipping().address());
            meta.set("shipping", putRecipient(shipping, answer.shipping()));
        }
        return meta;
    }

    private static ObjectNode putRecipient(ObjectNode target, ShippingAddress shipping) {
        return target.put("name", shipping.name()).put("phone", shipping.phone());
    }

    /** Returns the billing details of the buyer. */
    static ObjectNode billing(Buyer buyer) {
        ObjectNode billing = JSON.objectNode()
                .put("name", buyer.name())
                .put("companyName", buyer.company())
                .put("email", buyer.email())
                .put("billingEmail", buyer.billingEmail())
                .put("phone", buyer.phone());
        return billing.set("address", address(buyer.address()));
    }

    /** Returns the shipping details, or JSON null if nothing is shipped. */
    static JsonNode shipping(Buyer buyer) {
        ShippingAddress shipping = buyer.shipping();
        return shipping == null
                ? NullNode.instance
                : putRecipient(JSON.objectNode(), shipping).set("address", encode(shipping.address()));
    }

    static JsonNode address(@Nullable PostalAddress address) {
        return address == null ? NullNode.instance : encode(address);
    }

    private static ObjectNode encode(PostalAddress address) {
        return JSON.objectNode()
                .put("line1", address.line1())
                .put("line2", address.line2())
                .put("city", address.city())
                .put("state", address.state())
                .put("postalCode", address.postalCode())
                .put("country", address.country());
    }
}
