package io.tollgate.accounts.apikey;

import io.tollgate.platform.api.KeyScopes;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.Caller;
import io.tollgate.platform.http.Ceilings;
import io.tollgate.platform.input.Input;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a key can give to another one: no more than it has itself. */
final class KeyGrants {
    private KeyGrants() {}

    /** Returns the end that a request sets, or that of the key that sends it. */
    static @Nullable Instant end(Input input, Caller caller, Instant now) {
        String sent = input.isValid("expiresAt") ? input.text("expiresAt") : null;
        Instant own = caller.expiresAt();
        if (sent == null) {
            return own;
        }
        Instant end = Instant.parse(sent);
        input.rule(end.isAfter(now), "expiresAt", "must be in the future");
        input.rule(
                own == null || !end.isAfter(own),
                "expiresAt",
                "must not be after the key that sends the request expires");
        return end;
    }

    /**
     * Requires that the calling key may do all that another one may.
     *
     * @param scopes null for everything
     * @param ceilings null without ceilings
     */
    static void requireWithin(Caller caller, @Nullable List<String> scopes, @Nullable Ceilings ceilings) {
        requireScopes(caller, scopes);
        Ceilings own = caller.ceilings();
        if (own != null && (ceilings == null || !ceilings.within(own))) {
            throw ApiError.forbidden(
                    "higher_ceiling", "The API key has higher ceilings than the key that sends the request.");
        }
    }

    private static void requireScopes(Caller caller, @Nullable List<String> scopes) {
        if (caller.scopes() == null) {
            return;
        }
        (scopes == null ? KeyScopes.ALL : scopes).forEach(caller::require);
        if (scopes == null) {
            throw ApiError.forbidden(
                    "missing_scope", "This API key has a list of scopes. Only a key without one has all scopes.");
        }
    }
}
