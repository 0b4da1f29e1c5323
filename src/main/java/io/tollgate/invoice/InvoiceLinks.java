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
 * Signs and checks links to the documents of invoices and credit notes. A link contains the seller, the mode, the id
 * of the invoice or refund, and the second at which it expires. The signature covers all of them and the kind of the
 * document, so that none can be replaced.
 */
public final class InvoiceLinks {
    /** The path of invoice documents below the public URL. */
    static final String PATH = "/documents/invoices/";

    /** The path of credit notes below the public URL. */
    static final String CREDIT_NOTE_PATH = "/documents/credit-notes/";

    private static final String INVOICE = "invoice";
    private static final String CREDIT_NOTE = "credit-note";

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
        return sign(INVOICE, PATH, scope, invoiceId);
    }

    /** Returns a signed link to the credit note of the refund. */
    public String signCreditNote(Scope scope, String refundId) {
        return sign(CREDIT_NOTE, CREDIT_NOTE_PATH, scope, refundId);
    }

    private String sign(String kind, String path, Scope scope, String id) {
        long expires = clock.now().plus(validity).getEpochSecond();
        return publicUrl + path + scope.sellerId() + "/" + (scope.live() ? "live" : "test") + "/" + id + ".pdf?expires="
                + expires + "&signature=" + signer.sign(signed(kind, scope, id, expires));
    }

    /** The invoice, or the refund of the credit note, of a link and its scope. */
    record InvoiceKey(Scope scope, String invoiceId) {}

    /** Returns the invoice of a validity link. Fails with the same 403 for malformed, forged and expired links. */
    InvoiceKey check(String seller, String mode, String name, @Nullable String expires, @Nullable String signature) {
        return check(INVOICE, seller, mode, name, expires, signature);
    }

    /** Returns the refund of a valid link to its credit note. Fails as {@link #check} does. */
    InvoiceKey checkCreditNote(
            String seller, String mode, String name, @Nullable String expires, @Nullable String signature) {
        return check(CREDIT_NOTE, seller, mode, name, expires, signature);
    }

    private InvoiceKey check(
            String kind,
            String seller,
            String mode,
            String name,
            @Nullable String expires,
            @Nullable String signature) {
        Matcher invoice = NAME.matcher(name);
        boolean wellFormed =
                seller.matches("[0-9a-f]{24}") && (mode.equals("live") || mode.equals("test")) && invoice.matches();
        if (!wellFormed || expires == null || !EXPIRES.matcher(expires).matches() || signature == null) {
            throw invalidLink();
        }
        Scope scope = new Scope(seller, mode.equals("live"));
        long until = Long.parseLong(expires);
        boolean signed = signer.isValid(signed(kind, scope, invoice.group(1), until), signature);
        if (!signed || clock.now().isAfter(Instant.ofEpochSecond(until))) {
            throw invalidLink();
        }
        return new InvoiceKey(scope, invoice.group(1));
    }

    private static ApiError invalidLink() {
        return ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private static String signed(String kind, Scope scope, String id, long expires) {
        return kind + "\n" + scope.sellerId() + "\n" + scope.live() + "\n" + id + "\n" + expires;
    }
}
