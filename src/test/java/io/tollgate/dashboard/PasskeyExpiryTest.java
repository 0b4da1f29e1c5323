package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.member.Role;
import io.tollgate.accounts.passkey.PasskeyExpiry;
import io.tollgate.accounts.passkey.PersonSecurity;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.support.VirtualClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Challenges and events are deleted when they have expired, and passkeys and codes with the last membership. */
class PasskeyExpiryTest {
    /** Everything happens in the past, because what is deleted would be that of other tests in their time, too. */
    private static final VirtualClock CLOCK =
            new VirtualClock(Clock.SYSTEM.now().minus(Duration.ofDays(500)));

    private static final TestGateway GATEWAY = TestGateway.at(CLOCK);
    private static final Database DATABASE = new Database(GATEWAY.vertx(), TestSettings.database(TestDatabase.url()));

    private final PasskeyTeam team = PasskeyTeam.of(GATEWAY);
    private final String address = team.address("ada");
    private final PasskeyVisitor ada = team.member("ada", Role.OWNER);

    @AfterAll
    static void close() {
        DATABASE.close();
        GATEWAY.close();
    }

    private static void expire(Clock clock) {
        PersonSecurity security =
                PersonSecurity.of(GATEWAY.vertx(), DATABASE, clock, "http://localhost", Duration.ofDays(1));
        TestSeller.await(new PasskeyExpiry(DATABASE, clock, security).run());
    }

    private static VirtualClock in(Duration time) {
        return new VirtualClock(CLOCK.now().plus(time));
    }

    @Test
    void challengesEndAfterFiveMinutes() {
        ada.created("Laptop");
        expire(in(Duration.ofMinutes(5).minusMillis(1)));
        assertThat(PasskeyTeam.count("member_challenge", address)).isOne();
        expire(in(Duration.ofMinutes(5)));
        assertThat(PasskeyTeam.count("member_challenge", address)).isZero();
    }

    @Test
    void eventsAreKeptForFourHundredDays() {
        ada.add("Laptop").expect(303);
        expire(in(Duration.ofDays(399)));
        assertThat(PasskeyTeam.count("member_event", address)).isOne();
        expire(in(Duration.ofDays(400)));
        assertThat(PasskeyTeam.count("member_event", address)).isZero();
        assertThat(PasskeyTeam.count("member_passkey", address)).isOne();
    }

    @Test
    void nothingIsKeptOfPeopleWhoAreNoLongerMembers() {
        ada.add("Laptop").expect(303);
        ada.visitor()
                .post(ada.account() + "/recovery-codes", ada.form(ada.account()))
                .expect(200);
        expire(CLOCK);
        assertThat(PasskeyTeam.count("member_recovery_code", address)).isEqualTo(10);
        assertThat(PasskeyTeam.count("member_passkey", address)).isOne();
        TestSeller.rows("DELETE FROM member WHERE seller_id = $1", team.seller().id());
        expire(CLOCK);
        for (String table : new String[] {"member_recovery_code", "member_passkey", "member_handle", "member_event"}) {
            assertThat(PasskeyTeam.count(table, address)).as(table).isZero();
        }
    }
}
