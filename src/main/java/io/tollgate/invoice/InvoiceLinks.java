package io.tollgate.invoice;

import io.tollgate.clock.Clock;
import io.tollgate.error.ApiError;
import io.tollgate.resource.Scope;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs the links to invoice documents. A link names seller, mode, invoice and the second at which
 * it expires; the signature covers all four, so none can be exchanged for another's.
 */
public final class InvoiceLinks {
    /** Where the documents are served, below the public address. */
    static final String PATH = "/documents/invoices/";

    private static final String ALGORITHM = "HmacSHA256";
    private static final Pattern EXPIRES = Pattern.compile("[1-9][0-9]{0,11}");
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{24})\\.pdf");

    private final SecretKeySpec key;
    private final String publicUrl;
    private final Duration valid;
    private final Clock clock;

    public InvoiceLinks(byte[] key, String publicUrl, Duration valid, Clock clock) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.publicUrl = publicUrl;
        this.valid = valid;
        this.clock = clock;
    }

    /** A link to the invoice's current document. */
    public String sign(Scope scope, String invoiceId) {
        long expires = clock.now().plus(valid).getEpochSecond();
        return publicUrl + PATH + scope.sellerId() + "/" + (scope.live() ? "live" : "test") + "/" + invoiceId
                + ".pdf?expires=" + expires + "&signature=" + signature(scope, invoiceId, expires);
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
        byte[] right = signature(scope, invoice.group(1), until).getBytes(StandardCharsets.US_ASCII);
        boolean signed = MessageDigest.isEqual(right, signature.getBytes(StandardCharsets.UTF_8));
        if (!signed || clock.now().isAfter(Instant.ofEpochSecond(until))) {
            throw refused();
        }
        return new Named(scope, invoice.group(1));
    }

    private static ApiError refused() {
        return ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private String signature(Scope scope, String invoiceId, long expires) {
        String signed = "invoice\n" + scope.sellerId() + "\n" + scope.live() + "\n" + invoiceId + "\n" + expires;
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] bytes = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
