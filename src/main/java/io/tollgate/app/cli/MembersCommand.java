package io.tollgate.app.cli;

import io.tollgate.accounts.member.MemberRegister;
import io.tollgate.accounts.member.Role;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Adds and lists members of sellers, and creates links that sign them in to the dashboard. */
@Command(
        name = "members",
        description = "Add and list members of sellers, and create links that sign them in to the dashboard.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "invite|link|list")
final class MembersCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "specify invite, link or list");
    }

    @Command(
            name = "invite",
            description = "Add a member to a seller, and print a link that signs the member in once.",
            mixinStandardHelpOptions = true)
    int invite(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", required = true, description = "Short name of the seller.")
                    String seller,
            @Option(names = "--email", paramLabel = "E", required = true, description = "E-mail address of the member.")
                    String email,
            @Option(
                            names = "--role",
                            paramLabel = "R",
                            required = true,
                            description = "owner, manager, finance, support or door. A seller has one owner.")
                    String role,
            @Option(names = "--name", paramLabel = "N", defaultValue = "", description = "Name of the member.")
                    String name) {
        if (!Role.all().contains(role)) {
            throw new ParameterException(spec.commandLine(), "--role must be one of " + String.join(", ", Role.all()));
        }
        return with(settings, members -> {
            members.register().invite(seller, email, name, Role.of(role));
            members.out().println("Added " + email + " to " + seller + " as " + role + ".");
            members.printLink(email);
        });
    }

    @Command(name = "link", description = "Print a link that signs a member in once.", mixinStandardHelpOptions = true)
    int link(
            @Mixin SettingsOptions settings,
            @Option(names = "--email", paramLabel = "E", required = true, description = "E-mail address of the member.")
                    String email) {
        return with(settings, members -> members.printLink(email));
    }

    @Command(name = "list", description = "List the members of a seller, or of all.", mixinStandardHelpOptions = true)
    int list(
            @Mixin SettingsOptions settings,
            @Option(names = "--seller", paramLabel = "NAME", description = "Only members of the seller with this name.")
                    @Nullable
                    String seller) {
        return with(settings, members -> {
            String form = "%-20s  %-8s  %-20s  %-32s  %s%n";
            members.out().printf(form, "SELLER", "ROLE", "ADDED", "E-MAIL", "NAME");
            for (MemberRegister.Entry member : members.register().list(seller)) {
                String added = Instant.ofEpochSecond(member.createdAt().getEpochSecond())
                        .toString();
                members.out().printf(form, member.seller(), member.role(), added, member.email(), member.name());
            }
        });
    }

    /** @param url the address of the dashboard, without a path */
    private record Members(MemberRegister register, String url, PrintWriter out) {
        void printLink(String email) {
            String link = url + register.link(email);
            out.println("This link signs in once, within " + register.settings().linkMinutes() + " minutes:");
            out.println(link);
        }
    }

    private int with(SettingsOptions settings, Consumer<Members> work) {
        try (CommandDatabase database = CommandDatabase.open(settings.load(), line -> {})) {
            var server = database.config().server();
            work.accept(new Members(
                    database.members(),
                    server.publicUrlOn(server.port()),
                    spec.commandLine().getOut()));
            return 0;
        }
    }
}
