package io.tollgate.storefront.pages;

import io.tollgate.sales.checkout.OrderPrice;
import org.jspecify.annotations.Nullable;

/**
 * An order on a page that sells, as far as the buyer has filled it in.
 *
 * @param csrf the proof that the form comes from the page
 * @param errors the problems at the inputs
 * @param notice what the buyer needs to know before the form; null for nothing
 */
record OrderState(
        OrderPrice price,
        String csrf,
        FormErrors errors,
        @Nullable String notice) {}
