/** The customer portal: buyers log in with a link from an e-mail message and see what they bought from a seller. */
@NullMarked
package io.tollgate.storefront.portal;

import org.jspecify.annotations.NullMarked;
