package io.tollgate.dashboard;

import io.tollgate.accounts.member.Role;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.support.OutboxReader;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;

/** A seller whose members have passkeys. */
record PasskeyTeam(TestGateway gateway, TestSeller seller) {
    static PasskeyTeam of(TestGateway gateway) {
        return new PasskeyTeam(gateway, gateway.seller());
    }

    String home() {
        return "/dashboard/" + seller.name();
    }

    String address(String name) {
        return name + "@" + seller.name() + ".example";
    }

    /** Adds a member who is signed in. */
    PasskeyVisitor member(String name, Role role) {
        DashboardVisitor member = DashboardVisitor.member(gateway, seller, address(name), role);
        signIn(member);
        return PasskeyVisitor.of(member, seller.name());
    }

    /** Signs in by a link of the gateway, whose time is not that of commands. */
    void signIn(DashboardVisitor member) {
        member.use(member.link(seller)).expect(303);
    }

    /** Returns the last message about the ways in which a member signs in. */
    String message(String name) {
        return new OutboxReader(new TestShop(gateway, seller))
                .message(address(name), MailPurpose.MEMBER_SECURITY)
                .html();
    }

    static long count(String table, String email) {
        return TestSeller.rows("SELECT count(*) FROM " + table + " WHERE email = $1", email)
                .iterator()
                .next()
                .getLong(0);
    }

    static String passkey(String email) {
        return TestSeller.rows("SELECT id FROM member_passkey WHERE email = $1 ORDER BY id", email)
                .iterator()
                .next()
                .getString(0);
    }
}
