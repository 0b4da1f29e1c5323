package io.tollgate.catalog.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page that sells: a checkout page or an event. */
public interface SellingPage extends CatalogPage {
    /** Returns the currency of all prices, in lower case. */
    String currency();

    PageTax.Mode taxMode();

    /** Returns the ids of the tax rates, the first of which applies to a page that is taxed at a fixed rate. */
    List<String> fixedTaxRateIds();

    /** Returns whether prices include the tax that the processor calculates; null for its usual behavior. */
    @Nullable
    String taxBehavior();

    /** Returns the processor's tax category of what is sold; null for the account's default. */
    @Nullable
    String taxCode();

    /** Returns the ways to pay, including disabled ones. */
    List<PaymentOption> paymentOptions();

    /** Returns whether the payment method of an order is saved for later charges. */
    boolean savePaymentMethod();

    /** Returns the page that is offered after a purchase; null without one. */
    @Nullable
    String offeredPageId();

    /** Returns the page of the seller's site that embeds an offer after a purchase; null without one. */
    PageBehavior.@Nullable StepRedirect offeredRedirect();

    /** Returns whether something is offered after a purchase. */
    default boolean hasOffer() {
        return offeredPageId() != null || offeredRedirect() != null;
    }

    /** Returns the methods of the processor that the page offers. */
    OfferedMethods methods();
}
