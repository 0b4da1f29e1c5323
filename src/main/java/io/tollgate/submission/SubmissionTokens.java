package io.tollgate.submission;

import io.tollgate.resource.Scope;
import io.tollgate.secret.LinkSigner;
import io.tollgate.secret.RotatingKey;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses of confirmations that nobody can guess: the seller, the mode and the submission's id, with a signature. */
public final class SubmissionTokens {
    private static final Pattern TOKEN = Pattern.compile("([0-9a-f]{24})([lt])([0-9a-f]{24})~([A-Za-z0-9._-]{20,100})");

    private final LinkSigner signer;

    /** The submission that a token names. */
    public record Key(Scope scope, String submissionId) {}

    public SubmissionTokens(RotatingKey key) {
        this.signer = new LinkSigner(key);
    }

    public String sign(Scope scope, String submissionId) {
        String named = scope.sellerId() + (scope.live() ? "l" : "t") + submissionId;
        return named + "~" + signer.sign("submission\n" + named);
    }

    /** Returns the submission of a token, or null if Tollgate has not signed it. */
    public @Nullable Key key(String token) {
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches()) {
            return null;
        }
        String named = parts.group(1) + parts.group(2) + parts.group(3);
        return signer.isValid("submission\n" + named, parts.group(4))
                ? new Key(new Scope(parts.group(1), parts.group(2).equals("l")), parts.group(3))
                : null;
    }
}
