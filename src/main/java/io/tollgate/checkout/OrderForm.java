package io.tollgate.checkout;

import io.tollgate.cart.CouponReference;
import io.tollgate.cart.RequestedBump;
import io.tollgate.cart.RequestedProduct;
import io.tollgate.cart.SubmittedAnswer;
import io.tollgate.catalog.PaymentOption.ManualType;
import io.tollgate.purchase.Visit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a buyer submits on a checkout page, before validation.
 *
 * @param coupon null without a coupon
 * @param manualOption how the buyer pays outside of the processor; null for a payment by card
 */
public record OrderForm(
        RequestedProduct product,
        List<RequestedBump> bumps,
        @Nullable CouponReference coupon,
        List<SubmittedAnswer> answers,
        @Nullable ManualType manualOption,
        Visit visit) {}
