package io.tollgate.db;

import io.tollgate.config.WrongSetting;
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
 * TLS to Postgres, as {@code sslmode} and {@code sslrootcert} of the address say and JDBC, which migrates, does it: the
 * client reads the mode alone, and fails where it is not told what certificates will do.
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
            // A client that checks nobody would be a danger to those that do.
            default ->
                throw new WrongSetting("database.url: sslmode=%s checks nobody: write verify-full, or verify-ca, and"
                                .formatted(mode.value)
                        + " sslrootcert=FILE of the authority that signed the certificate of Postgres");
        };
    }

    private static ClientSSLOptions trusting(String authorities) {
        return new ClientSSLOptions()
                .setTrustOptions(new PemTrustOptions().addCertPath(authorities))
                .setHostnameVerificationAlgorithm("");
    }

    /** The file that the address names, or the one in which every client of Postgres looks. */
    private static String authorities(String url) {
        Matcher named = AUTHORITIES.matcher(url);
        return named.find()
                ? URLDecoder.decode(named.group(1), StandardCharsets.UTF_8)
                : Path.of(System.getProperty("user.home"), ".postgresql", "root.crt")
                        .toString();
    }
}
