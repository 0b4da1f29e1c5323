package io.tollgate.app.cli;

import io.tollgate.accounts.apikey.KeyList;
import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.accounts.apikey.SellerList;
import io.tollgate.platform.api.KeyScopes;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Creates, lists and revokes API keys. */
@Command(
        name = "keys",
        description = "Create, list and revoke API keys.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "create|list|sellers|revoke|secrets")
final class KeysCommand implements Runnable {
    private static final int DAYS_MAX = 3_650;

    @Spec
    private CommandSpec spec;

    /** The mode of a key. */
    enum Mode {
        live,
        test
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "specify create, list, sellers, revoke or secrets");
    }

    @Command(
            name = "create",
            description = "Create a key, and the seller if it does not exist. The key is shown once.",
            mixinStandardHelpOptions = true)
    int create(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller,
            @Option(names = "--mode", paramLabel = "live|test", required = true, description = "live or test.")
                    Mode mode,
            @Option(
                            names = "--label",
                            paramLabel = "L",
                            defaultValue = "",
                            description = "Label that describes the use of the key.")
                    String label,
            @Option(
                            names = "--scopes",
                            paramLabel = "SCOPE,…",
                            split = ",",
                            description =
                                    "What the key may do, such as payments:read; door, read and reporting are the "
                                            + "scopes of usual tasks. Default: everything.")
                    @Nullable
                    List<String> scopes,
            @Option(
                            names = "--days",
                            paramLabel = "N",
                            description = "Number of days after which the key expires. Default: never.")
                    @Nullable
                    Integer days) {
        List<String> granted = granted(scopes);
        if (days != null && (days < 1 || days > DAYS_MAX)) {
            throw new ParameterException(spec.commandLine(), "--days must be 1 to " + DAYS_MAX);
        }
        Instant expiry = days == null ? null : Clock.SYSTEM.now().plus(Duration.ofDays(days));
        return withDatabase(settings, database -> {
            KeyRing keys = database.keyRing();
            CommandDatabase.register(database.config()).requireKnown(CommandDatabase.secrets(database.config()));
            KeyRing.NewKey created = keys.create(seller, mode == Mode.live, label, granted, expiry);
            PrintWriter out = spec.commandLine().getOut();
            if (created.sellerCreated()) {
                out.println("Created seller " + seller + ".");
            }
            out.println("This key is shown only once; store it securely:");
            out.println(created.key());
            return 0;
        });
    }

    private @Nullable List<String> granted(@Nullable List<String> named) {
        if (named == null) {
            return null;
        }
        Set<String> granted = new TreeSet<>();
        for (String name : named) {
            List<String> preset = KeyScopes.PRESETS.get(name);
            if (preset == null && !KeyScopes.ALL.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(), "--scopes: " + name + " is not one of " + String.join(", ", KeyScopes.ALL));
            }
            granted.addAll(preset == null ? List.of(name) : preset);
        }
        return List.copyOf(granted);
    }

    @Command(name = "list", description = "List the keys of a seller, or of all.", mixinStandardHelpOptions = true)
    int list(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", description = "Only keys of the seller with this name.")
                    @Nullable
                    String seller,
            @Option(names = "--mode", paramLabel = "live|test", description = "Only keys of this mode.") Mode mode,
            @Option(names = "--label", paramLabel = "L", description = "Only keys with this label.") String label) {
        return withDatabase(settings, database -> {
            print(database.keys().of(seller).stream()
                    .filter(key -> mode == null || key.live() == (mode == Mode.live))
                    .filter(key -> label == null || key.label().equals(label))
                    .toList());
            return 0;
        });
    }

    private void print(List<KeyList.Entry> keys) {
        PrintWriter out = spec.commandLine().getOut();
        String form = "%-18s  %-4s  %-20s  %-20s  %-20s  %-20s  %-20s  %6s  %s%n";
        out.printf(form, "KEY", "MODE", "SELLER", "CREATED", "LAST USED", "EXPIRES", "REVOKED", "SCOPES", "LABEL");
        for (KeyList.Entry key : keys) {
            out.printf(
                    form,
                    key.prefix() + ".." + key.last4(),
                    key.live() ? "live" : "test",
                    key.seller(),
                    shown(key.createdAt()),
                    shown(key.lastUsedAt()),
                    shown(key.expiresAt()),
                    shown(key.revokedAt()),
                    key.scopes() == null ? "all" : key.scopes().size(),
                    key.label());
        }
    }

    private static String shown(@Nullable Instant time) {
        return time == null ? "-" : Instant.ofEpochSecond(time.getEpochSecond()).toString();
    }

    @Command(
            name = "sellers",
            description = "List the sellers, with the number of their active keys by mode.",
            mixinStandardHelpOptions = true)
    int sellers(@Mixin SettingsOptions settings) {
        return withDatabase(settings, database -> {
            PrintWriter out = spec.commandLine().getOut();
            String form = "%-20s  %-20s  %5s  %5s  %s%n";
            out.printf(form, "SELLER", "CREATED", "LIVE", "TEST", "NAME");
            for (SellerList.Entry seller : database.sellers().all()) {
                out.printf(
                        form,
                        seller.name(),
                        shown(seller.createdAt()),
                        seller.liveKeys(),
                        seller.testKeys(),
                        seller.displayName());
            }
            return 0;
        });
    }

    @Command(
            name = "revoke",
            description = "Revoke the keys of a seller, mode and label. Running gateways reject them within seconds.",
            mixinStandardHelpOptions = true)
    int revoke(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller,
            @Option(names = "--mode", paramLabel = "live|test", required = true, description = "live or test.")
                    Mode mode,
            @Option(
                            names = "--label",
                            paramLabel = "L",
                            defaultValue = "",
                            description = "Label of the keys. Default: keys without a label.")
                    String label) {
        return with(settings, keys -> {
            int revoked = keys.revoke(seller, mode == Mode.live, label);
            if (revoked == 0) {
                throw new StartRefused("seller %s has no active %s key %s"
                        .formatted(seller, mode, label.isEmpty() ? "without a label" : "labeled " + label));
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println("Revoked " + revoked + (revoked == 1 ? " key." : " keys."));
            return 0;
        });
    }

    @Command(
            name = "secrets",
            description =
                    "Show how many active keys depend on each master secret. An unused old secret can be removed.",
            mixinStandardHelpOptions = true)
    int secrets(@Mixin SettingsOptions settings) {
        return with(settings, keys -> {
            PrintWriter out = spec.commandLine().getOut();
            out.printf("%-8s  %s%n", "SECRET", "KEYS");
            keys.secretsInUse()
                    .forEach((secret, count) -> out.printf(
                            "%-8s  %d%s%n", secret, count, secret.equals(keys.currentSecret()) ? "  current" : ""));
            return 0;
        });
    }

    private static int with(SettingsOptions settings, ToIntFunction<KeyRing> work) {
        return withDatabase(settings, database -> work.applyAsInt(database.keyRing()));
    }

    private static int withDatabase(SettingsOptions settings, ToIntFunction<CommandDatabase> work) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            return work.applyAsInt(database);
        }
    }
}
