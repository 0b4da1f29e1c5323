package io.tollgate.sales.booking;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Sha256;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.records.Capacities.Kind;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/** Identifies the customer of a coupon by the mailbox of an e-mail address, whichever spelling an order has. */
public final class CouponCustomer {
    /** Providers that deliver to the same mailbox whether or not its name has dots. */
    private static final Set<String> WITHOUT_DOTS =
            Set.of("gmail.com", "googlemail.com", "proton.me", "protonmail.com", "pm.me");

    private static final int DIGEST_BYTES = 16;

    private CouponCustomer() {}

    /** Returns whose uses of a coupon are counted together. The id contains no address. */
    public static Capacities.Owner of(String couponId, String email) {
        byte[] digest = Sha256.digest().digest((couponId + mailbox(email)).getBytes(StandardCharsets.UTF_8));
        return new Capacities.Owner(
                Kind.COUPON_CUSTOMER, couponId + "." + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES));
    }

    /** Returns the address without its tag, in lower case, and without dots if its provider ignores them. */
    static String mailbox(String email) {
        String lower = email.strip().toLowerCase(Locale.ROOT);
        int at = lower.lastIndexOf('@');
        if (at < 0) {
            return lower;
        }
        String domain = lower.substring(at + 1);
        String name = lower.substring(0, at);
        int tag = name.indexOf('+');
        // An address that begins with a tag has no other name.
        String untagged = tag > 0 ? name.substring(0, tag) : name;
        String folded = WITHOUT_DOTS.contains(domain) ? untagged.replace(".", "") : untagged;
        return folded + "@" + (domain.equals("googlemail.com") ? "gmail.com" : domain);
    }

    /** Returns the 409 of a customer who has used the coupon as often as it allows. */
    public static ApiError usedUp() {
        return ApiError.conflict(
                "coupon_used_by_customer", "This customer has used the coupon as often as one customer can.");
    }
}
