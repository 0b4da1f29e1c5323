package io.tollgate.storefront.pages;

import io.tollgate.catalog.file.BuyerFiles;
import io.tollgate.catalog.file.BuyerUpload;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.secret.LinkSigner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a form carries between two requests, with signatures: the id under which it is submitted once, and the files
 * that were uploaded before a form with errors was shown again. A file is bound to its form, so that it becomes part of
 * one submission at most.
 */
final class FormTokens {
    private static final Duration VALIDITY = Duration.ofDays(1);
    private static final int SECOND_DIGITS = 8;

    /** Stands for the visit of the forms of orders. No id of a visit is like it. */
    private static final String ORDER = "order";

    private static final String SIGNATURE = "~([A-Za-z0-9._-]{20,100})";
    private static final Pattern FORM = Pattern.compile("([0-9a-f]{24})" + SIGNATURE);
    private static final Pattern UPLOAD = Pattern.compile("([A-Za-z0-9_-]{40,2000})" + SIGNATURE);
    private static final Pattern UPLOADED = Pattern.compile(
            "([0-9a-f]{24})\\|([0-9]{1,10})\\|([0-9]{0,9})\\|([0-9]{0,9})\\|([^|]{1,200})\\|(.{1,400})",
            Pattern.DOTALL);

    private final LinkSigner signer;
    private final Clock clock;

    FormTokens(LinkSigner signer, Clock clock) {
        this.signer = signer;
        this.clock = clock;
    }

    /** Returns the id of a form that is shown for the first time. */
    String newId() {
        return Ids.next(clock.now());
    }

    String sign(Scope scope, String pageId, String visitId, String formId) {
        return formId + "~" + signer.sign(named(scope, pageId, visitId, formId));
    }

    /** Returns the id of a submitted form; null if it is older than a day or was not shown in this visit. */
    @Nullable
    String formId(Scope scope, String pageId, String visitId, @Nullable String token) {
        String id = signed(scope, pageId, visitId, token);
        return id != null && isYounger(id, VALIDITY) ? id : null;
    }

    private @Nullable String signed(Scope scope, String pageId, String visitId, @Nullable String token) {
        Matcher parts = FORM.matcher(token == null ? "" : token);
        boolean valid =
                parts.matches() && signer.isValid(named(scope, pageId, visitId, parts.group(1)), parts.group(2));
        return valid ? parts.group(1) : null;
    }

    /**
     * Signs the form of an order. Its uploads travel with the saved order or cart, to another browser and for weeks, so
     * the form is of no visit. What is still there decides how long they can be ordered.
     */
    String signOrder(Scope scope, String pageId, String formId) {
        return sign(scope, pageId, ORDER, formId);
    }

    /** Returns the id of the form of an order; null if the token is of another page or mode. */
    @Nullable
    String orderForm(Scope scope, String pageId, @Nullable String token) {
        return signed(scope, pageId, ORDER, token);
    }

    private static String named(Scope scope, String pageId, String visitId, String formId) {
        return String.join("\n", "form", scope.sellerId(), String.valueOf(scope.live()), pageId, visitId, formId);
    }

    private boolean isYounger(String id, Duration age) {
        Instant created = Instant.ofEpochSecond(Long.parseLong(id.substring(0, SECOND_DIGITS), 16));
        return created.plus(age).isAfter(clock.now());
    }

    String sign(String formId, String fieldId, BuyerUpload upload) {
        String text = String.join(
                "|",
                upload.id(),
                Long.toString(upload.size()),
                upload.width() == null ? "" : upload.width().toString(),
                upload.height() == null ? "" : upload.height().toString(),
                upload.type(),
                upload.name());
        String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
        return encoded + "~" + signer.sign(named(formId, fieldId, encoded));
    }

    /** Returns an upload of this form and field; null if there is none, or if it is too old to become a record. */
    @Nullable
    BuyerUpload upload(String formId, String fieldId, String token) {
        BuyerUpload upload = uploadOfAnyAge(formId, fieldId, token);
        return upload != null && isYounger(upload.id(), BuyerFiles.VALIDITY) ? upload : null;
    }

    /** Returns an upload of this form and field; null if there is none. It may not exist any more. */
    @Nullable
    BuyerUpload uploadOfAnyAge(String formId, String fieldId, String token) {
        Matcher parts = UPLOAD.matcher(token);
        if (!parts.matches() || !signer.isValid(named(formId, fieldId, parts.group(1)), parts.group(2))) {
            return null;
        }
        String text = new String(Base64.getUrlDecoder().decode(parts.group(1)), StandardCharsets.UTF_8);
        Matcher values = UPLOADED.matcher(text);
        if (!values.matches()) {
            return null;
        }
        return new BuyerUpload(
                values.group(1),
                values.group(6),
                values.group(5),
                Long.parseLong(values.group(2)),
                number(values.group(3)),
                number(values.group(4)));
    }

    private static String named(String formId, String fieldId, String upload) {
        return String.join("\n", "upload", formId, fieldId, upload);
    }

    private static @Nullable Integer number(String digits) {
        return digits.isEmpty() ? null : Integer.valueOf(digits);
    }
}
