package io.tollgate.accounts.passkey;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * The ways in which people sign in besides links, on one event loop.
 *
 * @param available whether browsers create passkeys for the public URL
 */
public record PersonSecurity(boolean available, Passkeys passkeys, PasskeySignIns signIns, RecoveryCodes codes) {
    /**
     * @param publicUrl to which the passkeys belong
     * @param validity of sessions
     */
    public static PersonSecurity of(Vertx vertx, Database database, Clock clock, String publicUrl, Duration validity) {
        RelyingParty site = RelyingParty.of(publicUrl);
        PasskeyChallenges challenges = new PasskeyChallenges(database, clock);
        PasskeyVerifier verifier = new PasskeyVerifier(vertx, site);
        Passkeys passkeys = new Passkeys(database, clock, site, challenges, verifier);
        return new PersonSecurity(
                site.available(),
                passkeys,
                new PasskeySignIns(database, clock, validity, site, challenges, verifier, passkeys),
                new RecoveryCodes(database, clock, validity));
    }
}
