package io.tollgate.operations;

import io.tollgate.support.FreePort;
import io.tollgate.support.Load;
import io.tollgate.support.TestDatabase;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real PgBouncer in front of the test database. */
final class PgBouncer implements AutoCloseable {
    private static final URI DATABASE = URI.create(TestDatabase.url());

    private final int port = FreePort.find();
    private final Process process;

    /** @param ignored parameters that clients may send at connection start and that PgBouncer drops */
    PgBouncer(Path folder, String mode, String ignored) throws IOException {
        version();
        String[] login = DATABASE.getUserInfo().split(":", 2);
        Path users = Files.writeString(folder.resolve("users"), "\"%s\" \"%s\"\n".formatted(login[0], login[1]));
        Path settings = Files.writeString(folder.resolve("pgbouncer.ini"), """
                [databases]
                * = host=%s port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %s
                pool_mode = %s
                default_pool_size = 60
                ignore_startup_parameters = %s
                """.formatted(
                        DATABASE.getHost(), DATABASE.getPort(), port, users, mode, ignored));
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            // PgBouncer refuses to run as root.
            command.addAll(List.of("unshare", "-U"));
        }
        command.addAll(List.of("pgbouncer", settings.toString()));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        awaitListening(folder);
    }

    /** Returns the version as a number: 118 for 1.18. */
    static int version() {
        try {
            Process asked = new ProcessBuilder("pgbouncer", "--version").start();
            String[] said =
                    new String(asked.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).split("[ .\\s]");
            return 100 * Integer.parseInt(said[1]) + Integer.parseInt(said[2]);
        } catch (IOException absent) {
            return Assumptions.abort("PgBouncer is not installed (Debian: apt-get install pgbouncer)");
        }
    }

    private void awaitListening(Path folder) throws IOException {
        for (int i = 0; i < 100 && process.isAlive(); i++) {
            try {
                new Socket("127.0.0.1", port).close();
                return;
            } catch (IOException notYet) {
                Load.pause(50);
            }
        }
        throw new IllegalStateException("PgBouncer did not start: " + Files.readString(folder.resolve("log")));
    }

    String url() {
        return "postgres://%s@127.0.0.1:%d%s".formatted(DATABASE.getRawUserInfo(), port, DATABASE.getPath());
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
