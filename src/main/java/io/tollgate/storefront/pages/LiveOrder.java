package io.tollgate.storefront.pages;

import io.tollgate.sales.checkout.OrderPrice;
import java.util.Set;

/**
 * An order as far as its form is filled in.
 *
 * @param errors what is wrong with the choices so far; what is only missing is not
 * @param isLeast whether choices are missing, so that the price is the lowest one that is possible with these choices
 * @param assumed the ids of the options that the lowest price contains, and the buyer has not chosen
 */
record LiveOrder(OrderPrice price, FormErrors errors, boolean isLeast, Set<String> assumed) {}
