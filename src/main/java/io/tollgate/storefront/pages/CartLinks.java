package io.tollgate.storefront.pages;

import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.platform.secret.RotatingKey;

/** Signs the links of reminders: one that restores a cart, and one that stops reminders. */
public final class CartLinks {
    /** The query parameter of a page that names the cart to restore. */
    static final String PARAMETER = "cart";

    private final RecordTokens carts;
    private final RecordTokens refusals;
    private final String publicUrl;

    /** @param publicUrl the address at which buyers reach Tollgate, without a trailing slash */
    public CartLinks(RotatingKey key, String publicUrl) {
        this.carts = new RecordTokens("cart", key);
        this.refusals = new RecordTokens("reminders", key);
        this.publicUrl = publicUrl;
    }

    RecordTokens carts() {
        return carts;
    }

    RecordTokens refusals() {
        return refusals;
    }

    /** Returns the link that restores a cart. It works as long as the cart is open. */
    public String restore(Scope scope, String sellerName, String draftId) {
        return publicUrl + "/s/" + sellerName + "/cart/" + carts.sign(scope, draftId);
    }

    /** Returns the link that stops reminders to the buyer of a cart. */
    public String refuse(Scope scope, String sellerName, String draftId) {
        return publicUrl + "/s/" + sellerName + "/reminders/" + refusals.sign(scope, draftId);
    }
}
