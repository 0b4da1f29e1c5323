package io.tollgate.support;

import io.tollgate.db.EmbeddedPostgres;
import io.tollgate.db.Migrations;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The Postgres of a test run: a throw-away one, started once and migrated. */
public final class TestDatabase {
    private static final String URL = start();

    private TestDatabase() {}

    public static String url() {
        return URL;
    }

    private static String start() {
        try {
            Path folder = Files.createTempDirectory("tollgate-test-");
            EmbeddedPostgres postgres =
                    EmbeddedPostgres.start(folder, EmbeddedPostgres.Durability.NONE, progress -> {});
            Scratch.closeAtTheEnd(folder, postgres::close);
            Migrations.migrate(postgres.url());
            return postgres.url();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
