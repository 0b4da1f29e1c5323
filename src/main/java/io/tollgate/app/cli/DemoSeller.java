package io.tollgate.app.cli;

import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.accounts.member.MemberRegister;
import io.tollgate.accounts.member.Role;
import io.tollgate.app.Config;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.secret.Secrets;
import io.tollgate.processor.AccountRegister;
import io.tollgate.tools.demo.Demo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The demo seller for new users. It is created only in an empty database and reused by later starts. */
final class DemoSeller {
    static final String NAME = Demo.SELLER;
    private static final String LABEL = "demo";
    private static final String OWNER = "owner@example.com";
    private static final String OWNER_NAME = "Demo Owner";

    /** Who works for the demo seller besides its owner. */
    private static final Map<Role, String> TEAM = Map.of(
            Role.MANAGER, "Erika Vogt",
            Role.FINANCE, "Jonas Lindqvist",
            Role.SUPPORT, "Amélie Roux",
            Role.DOOR, "Tariq Haddad");

    private static final String FILLING = "demo-filling";

    private final Config config;
    private final Path dataDir;
    private final String url;
    private final KeyRing keyRing;
    private final AccountRegister accounts;
    private final MemberRegister members;
    private final Consumer<String> progress;

    DemoSeller(Config config, Secrets secrets, Consumer<String> progress) {
        this.config = config;
        this.dataDir = config.dataDir();
        this.url = config.database().directUrl();
        this.keyRing = new KeyRing(PostgresUrl.toJdbc(url), secrets);
        this.accounts = new AccountRegister(PostgresUrl.toJdbc(url), secrets);
        this.members = new MemberRegister(PostgresUrl.toJdbc(url), secrets, config.dashboard());
        this.progress = progress;
    }

    /** Returns the demo keys; empty if the database has other sellers. */
    Optional<DemoKeys> keys() {
        try {
            Optional<DemoKeys> stored =
                    DemoKeys.stored(dataDir).filter(keys -> keyRing.works(keys.live()) && keyRing.works(keys.test()));
            warnIfIncomplete();
            return stored.isPresent() ? stored : keysOf(keyRing.someSellers());
        } catch (IOException failed) {
            throw new StartRefused(
                    "data folder " + dataDir + " cannot be read or written: " + StartRefused.reason(failed), failed);
        }
    }

    /**
     * Returns the path of a link that signs the owner in to the dashboard; empty if somebody else is the owner. Adds
     * the owner if there is none.
     */
    Optional<String> signInPath() {
        members.addOwner(NAME, OWNER, OWNER_NAME);
        return members.list(NAME).stream().anyMatch(member -> member.email().equals(OWNER))
                ? Optional.of(members.link(OWNER))
                : Optional.empty();
    }

    private void warnIfIncomplete() {
        if (Files.exists(dataDir.resolve(FILLING))) {
            progress.accept("The demo data is incomplete because an earlier start was interrupted. To recreate it, stop"
                    + " Tollgate and delete " + dataDir);
        }
    }

    private Optional<DemoKeys> keysOf(List<String> sellers) throws IOException {
        if (!sellers.isEmpty() && !sellers.contains(NAME)) {
            return Optional.empty();
        }
        if (sellers.isEmpty()) {
            fill();
            accounts.connectSimulator(NAME);
            TEAM.forEach((role, name) -> members.invite(NAME, role.wire() + "@example.com", name, role));
        }
        revokeLostKeys(sellers);
        DemoKeys keys = new DemoKeys(
                keyRing.create(NAME, true, LABEL).key(),
                keyRing.create(NAME, false, LABEL).key());
        keys.store(dataDir);
        return Optional.of(keys);
    }

    /** Revokes earlier demo keys whose text is lost. */
    private void revokeLostKeys(List<String> sellers) {
        if (sellers.contains(NAME)) {
            keyRing.revoke(NAME, true, LABEL);
            keyRing.revoke(NAME, false, LABEL);
        }
    }

    private void fill() throws IOException {
        Path filling = dataDir.resolve(FILLING);
        Files.writeString(filling, "");
        progress.accept("Creating demo data");
        try (StoredFiles files = new StoredFiles(config)) {
            Demo.firstStart(PostgresUrl.toJdbc(url), Clock.SYSTEM.now(), files);
        } catch (IOException | SQLException failed) {
            throw new StartRefused("creating the demo data failed: " + StartRefused.reason(failed), failed);
        }
        Files.delete(filling);
    }
}
