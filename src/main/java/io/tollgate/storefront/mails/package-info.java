/** Renders the e-mail messages about orders, submissions and subscriptions from the stored records. */
@NullMarked
package io.tollgate.storefront.mails;

import org.jspecify.annotations.NullMarked;
