package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.app.Config;
import io.tollgate.app.Gateway;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.FaultyPostgres;
import io.tollgate.platform.server.Metrics;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Postgres with TLS, as hosted ones have. */
class DatabaseTlsTest {
    @TempDir
    static Path folder;

    private static FaultyPostgres postgres;
    private static TestCertificate own;

    @BeforeAll
    static void speaks_tls() throws Exception {
        postgres = FaultyPostgres.start(folder.resolve("data"));
        own = TestCertificate.in(folder, "postgres");
        run(
                "ALTER SYSTEM SET ssl_cert_file = '" + its(own.certificate()) + "'",
                "ALTER SYSTEM SET ssl_key_file = '" + its(own.key()) + "'",
                "ALTER SYSTEM SET ssl = on",
                "SELECT pg_reload_conf()");
        for (int i = 0; i < 100 && !one("SHOW ssl").equals("on"); i++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** A copy in the folder of Postgres, which accepts only a private key that it owns. */
    private static Path its(Path file) throws Exception {
        Path home = Path.of(one("SHOW data_directory"));
        Path copy = Files.copy(file, home.resolve(file.getFileName()));
        Files.setPosixFilePermissions(copy, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
        return Files.setOwner(copy, Files.getOwner(home));
    }

    @AfterAll
    static void ends() {
        postgres.close();
    }

    private static void run(String... statements) throws SQLException {
        try (Connection connection = postgres.connectAsOperator();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String one(String sql) throws SQLException {
        try (Connection connection = postgres.connectAsOperator();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Map<String, String> trusting(String mode, Path authority) {
        return Map.of("database.url", postgres.url() + "?sslmode=" + mode + "&sslrootcert=" + authority);
    }

    @Test
    void a_gateway_serves_over_nothing_but_tls() throws Exception {
        for (String mode : List.of("verify-full", "verify-ca")) {
            try (TestGateway gateway = TestGateway.startPatient(trusting(mode, own.certificate()))) {
                TestApi api =
                        gateway.api(gateway.keys().create("tls", true, mode).key());
                api.get("/v1/forms").expect(200);
                api.post("/v1/forms", "{\"name\":\"Secret\"}").expect(201);
                assertThat(one("SELECT count(*) FROM pg_stat_activity a JOIN pg_stat_ssl s USING (pid)"
                                + " WHERE a.usename = 'tollgate' AND NOT s.ssl"))
                        .as(mode)
                        .isEqualTo("0");
            }
        }
    }

    @Test
    void a_stranger_is_not_trusted() throws IOException {
        Path other = TestCertificate.in(folder, "other").certificate();
        Map<String, String> settings = new HashMap<>(trusting("verify-full", other));
        settings.putAll(Map.of("secret", TestGateway.SECRET, "port", "0", "managementPort", "0"));
        Vertx vertx = Vertx.vertx();
        try {
            assertThatThrownBy(() -> Gateway.start(vertx, new Metrics(), Config.of(settings))
                            .await(120, TimeUnit.SECONDS))
                    .isInstanceOf(StartRefused.class);
        } finally {
            vertx.close();
        }
    }
}
