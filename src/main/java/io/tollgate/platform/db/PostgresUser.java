package io.tollgate.platform.db;

import com.sun.security.auth.module.UnixSystem;
import io.tollgate.platform.config.StartRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The operating system user that runs Postgres, whose programs refuse to run as root.
 *
 * <p>Root starts them in a user namespace, in which the same user has another id and no privileges. If the container
 * forbids namespaces, they run as the user {@code nobody}, who then owns the database folder.
 */
record PostgresUser(List<String> prefix, int owner) {
    private static final int NOBODY = 65_534;
    private static final int UNCHANGED = -1;

    static boolean isRoot() {
        return new UnixSystem().getUid() == 0;
    }

    static PostgresUser current() {
        if (!isRoot()) {
            return new PostgresUser(List.of(), UNCHANGED);
        }
        if (Boolean.getBoolean("tollgate.noNamespaces") || !works(List.of("unshare", "-U"))) {
            List<String> prefix = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
            if (!works(prefix)) {
                throw new StartRefused("root cannot run Postgres, and this machine has neither unshare nor"
                        + " setpriv; start as another user, or use --database-url");
            }
            return new PostgresUser(prefix, NOBODY);
        }
        return new PostgresUser(List.of("unshare", "-U"), 0);
    }

    private static boolean works(List<String> prefix) {
        try {
            List<String> command = new ArrayList<>(prefix);
            command.add("true");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Makes the Postgres user the owner of the folder and its contents; a previous start may have used another user.
     */
    void own(Path folder) throws IOException {
        if (owner == UNCHANGED) {
            return;
        }
        if ((int) Files.getAttribute(folder, "unix:uid") != owner) {
            try (var paths = Files.walk(folder)) {
                for (Path path : (Iterable<Path>) paths::iterator) {
                    Files.setAttribute(path, "unix:uid", owner, LinkOption.NOFOLLOW_LINKS);
                }
            }
        }
    }

    /**
     * Lets the user {@code nobody} enter the data folder without listing it. Fails if a parent folder blocks access,
     * because Tollgate does not change the permissions of parent folders.
     */
    void allowTraversal(Path dataDir) throws IOException {
        if (owner != NOBODY) {
            return;
        }
        Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
        for (Path above = dataDir; above != null; above = above.getParent()) {
            if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
                throw new StartRefused("root cannot run Postgres, and the user nobody, who runs it instead, cannot"
                        + " enter " + above + "; choose another folder with --data");
            }
        }
    }
}
