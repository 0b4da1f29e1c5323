package io.tollgate.platform.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The data directory of Postgres and the server that runs on it. */
record PostgresFolder(Path path, PostgresPrograms programs) {
    private static final String INCLUDED = "tollgate.conf";
    private static final String START_SECONDS = "300";
    private static final String STOP_SECONDS = "120";

    /**
     * Creates the directory if it does not exist and returns whether it did so. Creates a draft and renames it, so
     * that an interrupted start leaves no partial directory.
     */
    boolean createdWith(String superuserPassword) throws IOException {
        if (Files.isDirectory(path)) {
            programs.user().own(path);
            return false;
        }
        Path draft = path.resolveSibling("postgres.draft");
        Path passwordFile = path.resolveSibling("postgres-password.draft");
        Folders.delete(draft);
        Files.createDirectory(draft);
        programs.user().own(draft);
        PrivateFile.write(passwordFile, superuserPassword + "\n");
        programs.user().own(passwordFile);
        try {
            initialise(draft, passwordFile);
        } finally {
            Files.delete(passwordFile);
        }
        Files.writeString(
                draft.resolve("postgresql.conf"),
                "\ninclude_if_exists = '" + INCLUDED + "'\n",
                StandardOpenOption.APPEND);
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    /** Uses the built-in C.UTF-8 locale, which sorts by code point and folds case identically on every machine. */
    private void initialise(Path folder, Path passwordFile) throws IOException {
        programs.run(
                "initdb",
                "--pgdata=" + folder,
                "--username=" + OwnDatabase.SUPERUSER,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--no-instructions");
    }

    boolean isRunning() throws IOException {
        return StalePostgres.server(path).isPresent();
    }

    boolean stopStale() throws IOException {
        return StalePostgres.stop(path);
    }

    /** Starts the server. It stops when this process ends, or when the returned watcher is closed. */
    PostgresWatcher start(int port, EmbeddedPostgres.Durability durability) throws IOException {
        Path included = path.resolve(INCLUDED);
        Files.writeString(included, PostgresSettings.text(port, durability));
        Path log = path.resolve("server.log");
        if (Files.exists(log)) {
            Files.move(log, path.resolve("server.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(log, "");
        programs.user().own(included);
        programs.user().own(log);
        programs.run(
                log, "pg_ctl", "start", "--pgdata=" + path, "--log=" + log, "--wait", "--timeout=" + START_SECONDS);
        ProcessHandle server = StalePostgres.server(path)
                .orElseThrow(() -> new IOException("the server ended right after its start; see " + log));
        return PostgresWatcher.start(server, path);
    }

    /** Stops the server in fast mode: ends sessions and keeps every commit. */
    void stop() throws IOException {
        programs.run("pg_ctl", "stop", "--pgdata=" + path, "--mode=fast", "--wait", "--timeout=" + STOP_SECONDS);
    }
}
