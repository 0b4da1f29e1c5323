package io.tollgate.platform.db;

import io.tollgate.platform.config.WrongSetting;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Configures TLS to Postgres from {@code sslmode} and {@code sslrootcert} in the URL, with the semantics of JDBC,
 * which runs the migrations. The Vert.x client reads only the mode and fails without explicit trust options.
 */
final class PostgresTls {
    private static final Pattern AUTHORITIES = Pattern.compile("[?&]sslrootcert=([^&]+)");

    private PostgresTls() {}

    static PgConnectOptions connect(String url) {
        PgConnectOptions options = PgConnectOptions.fromUri(url);
        SslMode mode = options.getSslMode();
        return switch (mode) {
            case DISABLE -> options;
            case VERIFY_CA -> options.setSslOptions(trusting(authorities(url)));
            case VERIFY_FULL ->
                options.setSslOptions(trusting(authorities(url)).setHostnameVerificationAlgorithm("HTTPS"));
            // A TLS client that verifies no server is open to man-in-the-middle attacks.
            default ->
                throw new WrongSetting(
                        "database.url: sslmode=%s does not verify the server; use verify-full or verify-ca, and"
                                        .formatted(mode.value)
                                + " sslrootcert=FILE with the CA that signed the certificate of Postgres");
        };
    }

    private static ClientSSLOptions trusting(String authorities) {
        return new ClientSSLOptions()
                .setTrustOptions(new PemTrustOptions().addCertPath(authorities))
                .setHostnameVerificationAlgorithm("");
    }

    /** Returns the CA file named in the URL, or the default location of Postgres clients. */
    private static String authorities(String url) {
        Matcher named = AUTHORITIES.matcher(url);
        return named.find()
                ? URLDecoder.decode(named.group(1), StandardCharsets.UTF_8)
                : Path.of(System.getProperty("user.home"), ".postgresql", "root.crt")
                        .toString();
    }
}
