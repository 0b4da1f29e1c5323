package io.tollgate.app;

import io.tollgate.accounts.member.DashboardSettings;
import io.tollgate.accounts.member.Invitations;
import io.tollgate.accounts.member.MemberDevices;
import io.tollgate.accounts.member.MemberExpiry;
import io.tollgate.accounts.member.MemberLinks;
import io.tollgate.accounts.member.MemberRoutes;
import io.tollgate.accounts.member.MemberSessionRoutes;
import io.tollgate.accounts.member.MemberSessions;
import io.tollgate.accounts.member.OwnershipRoutes;
import io.tollgate.accounts.passkey.PasskeyExpiry;
import io.tollgate.accounts.passkey.PersonSecurity;
import io.tollgate.dashboard.Dashboard;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.http.Networks;
import io.tollgate.platform.secret.LinkSigner;
import java.util.ArrayList;
import java.util.List;

/** The components of the dashboard on one event loop. */
final class DashboardComponents {
    private DashboardComponents() {}

    static MemberLinks links(LoopComponents loop) {
        return new MemberLinks(loop.database, loop.clock, loop.shared.secrets.linkKey(), loop.config.dashboard());
    }

    static MemberDevices devices(LoopComponents loop) {
        return new MemberDevices(loop.database, loop.clock);
    }

    private static MemberSessions sessions(LoopComponents loop) {
        return new MemberSessions(loop.database, loop.clock, loop.config.dashboard());
    }

    private static PersonSecurity security(LoopComponents loop) {
        return PersonSecurity.of(
                loop.vertx,
                loop.database,
                loop.clock,
                loop.shared.publicUrl(),
                loop.config.dashboard().sessionValidity());
    }

    static PasskeyExpiry passkeyExpiry(LoopComponents loop) {
        return new PasskeyExpiry(loop.database, loop.clock, security(loop));
    }

    static MemberExpiry expiry(LoopComponents loop) {
        return new MemberExpiry(links(loop), sessions(loop), devices(loop));
    }

    /** Returns the endpoints of members. */
    static List<Endpoint> endpoints(LoopComponents loop) {
        DashboardSettings settings = loop.config.dashboard();
        List<Endpoint> all =
                new ArrayList<>(new MemberRoutes(loop.writes, links(loop), new Invitations(loop.repeatedMail())).all());
        all.addAll(new MemberSessionRoutes(loop.writes, loop.database, loop.clock, settings).all());
        all.addAll(new OwnershipRoutes(loop.writes, settings).all());
        return all;
    }

    /** @param endpoints of the API on the same loop */
    static Dashboard pages(LoopComponents loop, List<Endpoint> endpoints) {
        return new Dashboard(new Dashboard.Parts(
                endpoints,
                links(loop),
                sessions(loop),
                devices(loop),
                security(loop),
                loop.sellers,
                loop.clock,
                loop.shared.publicUrl(),
                new LinkSigner(loop.shared.secrets.linkKey()),
                loop.shared.pdf,
                loop.config.dashboard(),
                loop.shared.signInLimits,
                loop.config.rateLimits(),
                loop.config.limits(),
                Networks.of(loop.config.server().trustedProxies()),
                loop.shared.secure()));
    }
}
