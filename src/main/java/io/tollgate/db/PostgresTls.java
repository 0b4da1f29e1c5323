package io.tollgate.db;

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
        if (mode == SslMode.DISABLE) {
            return options;
        }
        ClientSSLOptions tls = new ClientSSLOptions().setHostnameVerificationAlgorithm("");
        if (mode == SslMode.VERIFY_CA || mode == SslMode.VERIFY_FULL) {
            tls.setTrustOptions(new PemTrustOptions().addCertPath(authorities(url)));
        } else {
            tls.setTrustAll(true);
        }
        if (mode == SslMode.VERIFY_FULL) {
            tls.setHostnameVerificationAlgorithm("HTTPS");
        }
        return options.setSslOptions(tls);
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
