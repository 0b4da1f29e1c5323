package io.tollgate.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** The folder in which Postgres keeps its files, and the server on it. */
record PostgresFolder(Path path, PostgresPrograms programs) {
    private static final String INCLUDED = "tollgate.conf";
    private static final String START_SECONDS = "300";
    private static final String STOP_SECONDS = "120";

    /** True when there was none. It is made beside and renamed, so that an interrupted start leaves no half. */
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

    /** The built-in C.UTF-8 sorts by code point and folds case alike on every machine. */
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

    boolean stopOrphan() throws IOException {
        return StalePostgres.stop(path);
    }

    void start(int port, EmbeddedPostgres.Durability durability) throws IOException {
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
    }

    /** Sessions are cut, everything committed is kept. */
    void stop() throws IOException {
        programs.run("pg_ctl", "stop", "--pgdata=" + path, "--mode=fast", "--wait", "--timeout=" + STOP_SECONDS);
    }
}
