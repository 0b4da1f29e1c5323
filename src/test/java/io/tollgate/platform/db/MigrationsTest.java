package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.config.StartRefused;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {
    @TempDir
    Path folder;

    @Test
    void each_step_runs_once_even_an_index_built_beside_the_traffic() {
        String url = TestServer.createUnmigrated();
        String trial = "classpath:db/trial";
        assertThat(Migrations.migrate(url, trial)).isEqualTo(2);
        assertThat(Migrations.migrate(url, trial)).isZero();
        TestServer.drop(url);
    }

    @Test
    void role_with_little_time_migrates() throws Exception {
        Path data = folder.resolve("data");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, EmbeddedPostgres.Durability.NONE, line -> {})) {
            run(postgres.url(), "ALTER ROLE tollgate SET statement_timeout = '1ms'");
            assertThat(Migrations.migrate(postgres.url())).isPositive();
        }
    }

    /** In an encoding without Unicode, searches would miss records. */
    @Test
    void database_of_bytes_is_refused_before_anything_is_made_in_it() throws Exception {
        Path data = folder.resolve("data");
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(data, EmbeddedPostgres.Durability.NONE, line -> {})) {
            String admin = postgres.url()
                    .replaceAll("//.*@", "//postgres:" + Passwords.of(data).superuser() + "@");
            run(admin, "CREATE DATABASE bytes ENCODING 'SQL_ASCII' LOCALE 'C' OWNER tollgate TEMPLATE template0");
            String url = postgres.url().replaceAll("/tollgate$", "/bytes");
            assertThatThrownBy(() -> Migrations.migrate(url))
                    .isInstanceOf(StartRefused.class)
                    .hasMessageContaining("bytes has encoding SQL_ASCII");
            run(url, "CREATE TABLE flyway_schema_history ()");
        }
    }

    private static void run(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url))) {
            connection.createStatement().execute(sql);
        }
    }

    @Test
    void failure_is_one_line_without_the_password() {
        assertThatThrownBy(() -> Migrations.migrate("postgres://me:hidden@127.0.0.1:1/none"))
                .isInstanceOfSatisfying(
                        StartRefused.class,
                        refused -> assertThat(refused.problems())
                                .singleElement()
                                .asString()
                                .doesNotContain("hidden", "\n"));
    }
}
