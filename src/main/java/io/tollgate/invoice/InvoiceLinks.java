package io.tollgate.invoice;

import io.tollgate.clock.Clock;
import io.tollgate.error.ApiError;
import io.tollgate.resource.Scope;
import io.tollgate.secret.LinkSigner;
import io.tollgate.secret.RotatingKey;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs and checks links to invoice documents. A link contains the seller, the mode, the invoice and the second at
 * which it expires. The signature covers all four, so that none can be replaced.
 */
public final class InvoiceLinks {
    /** The path of invoice documents below the public URL. */
    static final String PATH = "/documents/invoices/";

    private static final Pattern EXPIRES = Pattern.compile("[1-9][0-9]{0,11}");
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{24})\\.pdf");

    private final LinkSigner signer;
    private final String publicUrl;
    private final Duration validity;
    private final Clock clock;

    public InvoiceLinks(RotatingKey key, String publicUrl, Duration validity, Clock clock) {
        this.signer = new LinkSigner(key);
        this.publicUrl = publicUrl;
        this.validity = validity;
        this.clock = clock;
    }

    /** Returns a signed link to the current document of the invoice. */
    public String sign(Scope scope, String invoiceId) {
        long expires = clock.now().plus(validity).getEpochSecond();
        return publicUrl + PATH + scope.sellerId() + "/" + (scope.live() ? "live" : "test") + "/" + invoiceId
                + ".pdf?expires=" + expires + "&signature=" + signer.sign(signed(scope, invoiceId, expires));
    }

    /** The invoice of a link and its scope. */
    record InvoiceKey(Scope scope, String invoiceId) {}

    /** Returns the invoice of a validity link. Fails with the same 403 for malformed, forged and expired links. */
    InvoiceKey check(String seller, String mode, String name, @Nullable String expires, @Nullable String signature) {
        Matcher invoice = NAME.matcher(name);
        boolean wellFormed =
                seller.matches("[0-9a-f]{24}") && (mode.equals("live") || mode.equals("test")) && invoice.matches();
        if (!wellFormed || expires == null || !EXPIRES.matcher(expires).matches() || signature == null) {
            throw invalidLink();
        }
        Scope scope = new Scope(seller, mode.equals("live"));
        long until = Long.parseLong(expires);
        boolean signed = signer.isValid(signed(scope, invoice.group(1), until), signature);
        if (!signed || clock.now().isAfter(Instant.ofEpochSecond(until))) {
            throw invalidLink();
        }
        return new InvoiceKey(scope, invoice.group(1));
    }

    private static ApiError invalidLink() {
        return ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private static String signed(Scope scope, String invoiceId, long expires) {
        return "invoice\n" + scope.sellerId() + "\n" + scope.live() + "\n" + invoiceId + "\n" + expires;
    }
}
