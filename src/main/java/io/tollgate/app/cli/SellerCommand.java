package io.tollgate.app.cli;

import io.tollgate.app.Config;
import io.tollgate.tools.transfer.SellerExport;
import io.tollgate.tools.transfer.SellerImport;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Moves a seller from one installation to another. */
@Command(
        name = "seller",
        description = "Move a seller from one installation to another, with everything.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "export|import")
final class SellerCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "specify export or import");
    }

    @Command(
            name = "export",
            description = "Write everything of a seller to an archive: records, files, keys and settings.",
            mixinStandardHelpOptions = true)
    int export(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            required = true,
                            description = "Archive to write. It must not exist.")
                    Path file) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            Config config = database.config();
            try (StoredFiles files = new StoredFiles(config)) {
                SellerExport.Exported done =
                        new SellerExport(database.url(), config.secrets(false), files).write(seller, file);
                say("Exported %s: %d rows and %d files.".formatted(seller, done.rows(), done.files()));
                done.filesWithoutBytes()
                        .forEach(id -> spec.commandLine()
                                .getErr()
                                .println("tollgate: the file store does not have the bytes of file " + id));
                return done.filesWithoutBytes().isEmpty() ? 0 : 1;
            }
        }
    }

    @Command(
            name = "import",
            description = "Read an archive into this installation. Writes nothing unless all rows are the same as in"
                    + " the former installation.",
            mixinStandardHelpOptions = true)
    int read(
            @Mixin SettingsOptions settings,
            @Option(names = "--file", paramLabel = "FILE", required = true, description = "Archive to read.") Path file,
            @Option(names = "--check", description = "Check the archive, and write nothing.") boolean check) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            Config config = database.config();
            try (StoredFiles files = new StoredFiles(config)) {
                SellerImport.Imported done =
                        new SellerImport(database.url(), CommandDatabase.secrets(config), files).read(file, check);
                say("%s %s: %d rows and %d files, the same as in the former installation."
                        .formatted(check ? "Checked" : "Imported", done.sellerName(), done.rows(), done.files()));
                return 0;
            }
        }
    }

    private void say(String line) {
        spec.commandLine().getOut().println(line);
    }
}
