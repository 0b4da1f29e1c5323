package io.tollgate.storefront.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order on a page that sells, as far as the buyer has filled it in.
 *
 * @param live the order with its price
 * @param csrf the proof that the form comes from the page
 * @param errors the problems at the inputs
 * @param notice what the buyer needs to know before the form; null for nothing
 * @param uploads the files that were uploaded before
 * @param openOrders links to the orders that the buyer can still pay
 */
record OrderState(
        LiveOrder live,
        String csrf,
        FormErrors errors,
        @Nullable String notice,
        List<OpenOrderLink> openOrders,
        UploadsView uploads) {}
