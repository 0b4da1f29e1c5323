package io.tollgate.sales.invoice;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.ExpiringSignatures;
import io.tollgate.platform.secret.RotatingKey;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Signs and checks links to the documents of invoices and credit notes. A link contains the seller, the mode, the id
 * of the invoice or refund, the second at which it expires, and for some links a number that makes it unique. The
 * signature covers all of them and the kind of the document, so that none can be replaced.
 */
public final class InvoiceLinks {
    /** The kind of a document, which its signature covers. */
    public enum Kind {
        INVOICE("invoice", "/documents/invoices/"),
        CREDIT_NOTE("credit-note", "/documents/credit-notes/");

        private final String signedName;
        private final String path;

        Kind(String signedName, String path) {
            this.signedName = signedName;
            this.path = path;
        }

        /** Returns the path of the documents below the public URL. */
        String path() {
            return path;
        }
    }

    private static final Pattern NAME = Pattern.compile("([0-9a-f]{24})\\.pdf");

    private final ExpiringSignatures signatures;
    private final String publicUrl;
    private final Duration validity;

    public InvoiceLinks(RotatingKey key, String publicUrl, Duration validity, Clock clock) {
        this.signatures = new ExpiringSignatures(key, clock);
        this.publicUrl = publicUrl;
        this.validity = validity;
    }

    /** Returns a signed link to the current document of the invoice. */
    public String sign(Scope scope, String invoiceId) {
        return sign(Kind.INVOICE, scope, invoiceId, null);
    }

    /** Returns a signed link that differs from all other links to the document, also from those of the same second. */
    String signUnique(Scope scope, String invoiceId) {
        return sign(Kind.INVOICE, scope, invoiceId, Ids.next(signatures.now()));
    }

    /** Returns a signed link to the credit note of the refund. */
    public String signCreditNote(Scope scope, String refundId) {
        return sign(Kind.CREDIT_NOTE, scope, refundId, null);
    }

    private String sign(Kind kind, Scope scope, String id, @Nullable String nonce) {
        long expires = signatures.now().plus(validity).getEpochSecond();
        return publicUrl + kind.path() + scope.sellerId() + "/" + (scope.live() ? "live" : "test") + "/" + id
                + ".pdf?expires=" + expires + (nonce == null ? "" : "&nonce=" + nonce) + "&signature="
                + signatures.sign(signed(kind, scope, id, expires, nonce));
    }

    /** The invoice, or the refund of the credit note, of a link and its scope. */
    record DocumentKey(Scope scope, String id) {}

    /**
     * The query of a link. Null for a parameter that is absent or repeated.
     *
     * @param nonce makes the link unique
     */
    record Query(
            @Nullable String expires,
            @Nullable String nonce,
            @Nullable String signature) {}

    /** Returns what a valid link leads to. Fails with the same 403 for malformed, forged and expired links. */
    DocumentKey check(Kind kind, String seller, String mode, String name, Query query) {
        Matcher file = NAME.matcher(name);
        boolean wellFormed =
                seller.matches("[0-9a-f]{24}") && (mode.equals("live") || mode.equals("test")) && file.matches();
        if (!wellFormed) {
            throw invalidLink();
        }
        Scope scope = new Scope(seller, mode.equals("live"));
        if (!signatures.isValid(
                query.expires(),
                query.signature(),
                until -> signed(kind, scope, file.group(1), until, query.nonce()))) {
            throw invalidLink();
        }
        return new DocumentKey(scope, file.group(1));
    }

    private static ApiError invalidLink() {
        return ApiError.forbidden("link_expired", "This link has expired or is not valid. Ask for a new one.");
    }

    private static String signed(Kind kind, Scope scope, String id, long expires, @Nullable String nonce) {
        return kind.signedName + "\n" + scope.sellerId() + "\n" + scope.live() + "\n" + id + "\n" + expires
                + (nonce == null ? "" : "\n" + nonce);
    }
}
