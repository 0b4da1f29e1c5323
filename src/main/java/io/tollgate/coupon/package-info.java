/** Coupons. */
package io.tollgate.coupon;
