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
 * Signs the links to invoice documents. A link names seller, mode, invoice and the second at which
 * it expires; the signature covers all four, so none can be exchanged for another's.
 */
public final class InvoiceLinks {
    /** Where the documents are served, below the public address. */
    static final String PATH = "/documents/invoices/";

    private static final Pattern EXPIRES = Pattern.compile("[1-9][0-9]{0,11}");
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{24})\\.pdf");

    private final LinkSigner signer;
    private final String publicUrl;
    private final Duration valid;
    private final Clock clock;

    public InvoiceLinks(RotatingKey key, String publicUrl, Duration valid, Clock clock) {
        this.signer = new LinkSigner(key);
        this.publicUrl = publicUrl;
        this.valid = valid;
        this.clock = clock;
    }

    /** A link to the invoice's current document. */
    public String sign(Scope scope, String invoiceId) {
        long expires = clock.now().plus(valid).getEpochSecond();
        return publicUrl + PATH + scope.sellerId() + "/" + (scope.live() ? "live" : "test") + "/" + invoiceId
                + ".pdf?expires=" + expires + "&signature=" + signer.sign(signed(scope, invoiceId, expires));
    }

    /** The invoice that a link names, and in whose scope. */
    record Named(Scope scope, String invoiceId) {}

    /** What a link names, if it was signed here and is still good; one 403 for all that is not. */
    Named check(String seller, String mode, String name, @Nullable String expires, @Nullable String signature) {
        Matcher invoice = NAME.matcher(name);
        boolean formed =
                seller.matches("[0-9a-f]{24}") && (mode.equals("live") || mode.equals("test")) && invoice.matches();
        if (!formed || expires == null || !EXPIRES.matcher(expires).matches() || signature == null) {
            throw refused();
        }
        Scope scope = new Scope(seller, mode.equals("live"));
        long until = Long.parseLong(expires);
        boolean signed = signer.isGood(signed(scope, invoice.group(1), until), signature);
        if (!signed || clock.now().isAfter(Instant.ofEpochSecond(until))) {
            throw refused();
        }
        return new Named(scope, invoice.group(1));
    }

    private static ApiError refused() {
        return ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private static String signed(Scope scope, String invoiceId, long expires) {
        return "invoice\n" + scope.sellerId() + "\n" + scope.live() + "\n" + invoiceId + "\n" + expires;
    }
}
