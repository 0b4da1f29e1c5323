/** Coupons: the resource, its endpoints, and the copies of coupons at the payment processor. */
package io.tollgate.catalog.coupon;
