package io.tollgate.app.cli;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.processor.AccountRegister;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Connects and disconnects accounts of the payment processor. */
@Command(
        name = "processor",
        description = "Connect and disconnect a seller's accounts at the payment processor.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "connect|simulate|disconnect|reseal|retry|show")
final class ProcessorCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "specify connect, simulate, disconnect, reseal, retry or show");
    }

    @Command(
            name = "connect",
            description = "Connect the account of a mode by its secret key. Replaces a connected account.",
            mixinStandardHelpOptions = true)
    int connect(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller,
            @Option(names = "--mode", paramLabel = "live|test", required = true, description = "live or test.")
                    KeysCommand.Mode mode,
            @Option(
                            names = "--key-file",
                            paramLabel = "FILE",
                            defaultValue = "-",
                            description = "File with the secret key, or - for stdin, so that the key is not in"
                                    + " process lists (default: -).")
                    String keyFile,
            @Option(
                            names = "--publishable-key",
                            paramLabel = "KEY",
                            description = "Publishable key of the account, which buyers' browsers use. Without it,"
                                    + " hosted pages take no cards.")
                    @Nullable
                    String publishableKey,
            @Option(
                            names = "--webhook-secret-file",
                            paramLabel = "FILE",
                            description = "File with the signing secret of the account's events. Without it, Tollgate"
                                    + " takes no events of the account.")
                    @Nullable
                    String webhookSecretFile) {
        String key = read(keyFile);
        String webhookSecret = webhookSecretFile == null ? null : read(webhookSecretFile);
        String[] path = new String[1];
        return with(
                settings,
                () -> "Connected the " + mode + " account of " + seller + ". It sends events to " + path[0] + ".",
                accounts -> path[0] =
                        accounts.connect(seller, mode == KeysCommand.Mode.live, key, publishableKey, webhookSecret));
    }

    @Command(
            name = "show",
            description = "Show the accounts of sellers, and the payments and events of the simulator.",
            mixinStandardHelpOptions = true)
    int show(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", description = "Short name of a seller (default: all).")
                    @Nullable
                    String seller,
            @Option(
                            names = "--limit",
                            paramLabel = "N",
                            defaultValue = "20",
                            description = "Maximum number of payments and of events, newest first (default: 20).")
                    int limit) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            new ProcessorOverview(
                            PostgresUrl.toJdbc(database.url()),
                            spec.commandLine().getOut())
                    .print(seller, limit);
        }
        return 0;
    }

    @Command(
            name = "simulate",
            description = "Connect accounts of the embedded simulator in both modes.",
            mixinStandardHelpOptions = true)
    int simulate(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller) {
        return with(
                settings,
                "Connected " + seller + " to the simulator in both modes.",
                accounts -> accounts.connectSimulator(seller));
    }

    @Command(name = "disconnect", description = "Disconnect the account of a mode.", mixinStandardHelpOptions = true)
    int disconnect(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller,
            @Option(names = "--mode", paramLabel = "live|test", required = true, description = "live or test.")
                    KeysCommand.Mode mode) {
        return with(
                settings,
                "Disconnected the " + mode + " account of " + seller + ".",
                accounts -> accounts.disconnect(seller, mode == KeysCommand.Mode.live));
    }

    @Command(
            name = "reseal",
            description =
                    "Re-encrypt the keys of all accounts and the secrets of webhooks under the newest master secret.",
            mixinStandardHelpOptions = true)
    int reseal(@Mixin SettingsOptions settings) {
        List<String> problems = new ArrayList<>();
        int accounts;
        int webhooks;
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            accounts = resealed(database.accounts()::reseal, problems);
            webhooks = resealed(database.webhooks()::reseal, problems);
        }
        if (!problems.isEmpty()) {
            throw new StartRefused(problems);
        }
        spec.commandLine()
                .getOut()
                .println("Re-encrypted the keys of " + accounts + " accounts and the secrets of " + webhooks
                        + " webhooks.");
        return 0;
    }

    /** Returns the number of re-encrypted values, and collects the problems of the others. */
    private static int resealed(IntSupplier work, List<String> problems) {
        try {
            return work.getAsInt();
        } catch (StartRefused refused) {
            problems.addAll(refused.problems());
            return 0;
        }
    }

    @Command(
            name = "retry",
            description =
                    "Retry the tasks of a seller that were given up after three days, once their cause is mended.",
            mixinStandardHelpOptions = true)
    int retry(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller) {
        int[] retried = new int[1];
        return with(settings, () -> "Retries " + retried[0] + " tasks of " + seller + ".", accounts -> {
            retried[0] = accounts.retryFailedTasks(seller);
        });
    }

    private static String read(String file) {
        try {
            byte[] bytes = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException failed) {
            throw new StartRefused("the key cannot be read: " + StartRefused.reason(failed), failed);
        }
    }

    private int with(SettingsOptions settings, String done, Consumer<AccountRegister> work) {
        return with(settings, () -> done, work);
    }

    private int with(SettingsOptions settings, Supplier<String> done, Consumer<AccountRegister> work) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            work.accept(database.accounts());
        }
        spec.commandLine().getOut().println(done.get());
        return 0;
    }
}
