package io.tollgate.server;

import io.tollgate.clock.Clock;
import io.tollgate.config.StartRefused;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate that the API shows. Its files are looked at every few seconds: a new pair is shown to
 * the connections that come after, without a restart; a pair that is wrong is left alone, and the old
 * one stays.
 *
 * <p>Only HTTP/1.1 is offered: floods of HTTP/2's control frames could not be cut.
 */
public final class Certificates {
    private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
    private static final int LOOK_MILLIS = 5_000;
    private static final Set<String> PROTOCOLS = new LinkedHashSet<>(List.of("TLSv1.3", "TLSv1.2"));

    /** Each agrees on keys that are forgotten with the connection, and encrypts and signs in one step. */
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_256_GCM_SHA384",
            "TLS_AES_128_GCM_SHA256",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

    private final Vertx vertx;
    private final CertificateFiles files;
    private final Clock clock;
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private final long looking;
    private volatile CertificatePair shown;
    private volatile boolean stale;

    /** Refuses to start on files that cannot be shown. */
    public Certificates(Vertx vertx, CertificateFiles files, Clock clock) {
        this.vertx = vertx;
        this.files = files;
        this.clock = clock;
        this.shown = CertificatePair.read(files, clock.now());
        this.looking = vertx.setPeriodic(LOOK_MILLIS, timer -> look());
    }

    /** Makes a server speak TLS. */
    public void offer(HttpServerOptions options) {
        options.setSsl(true)
                .setKeyCertOptions(options(shown))
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setUseAlpn(true)
                .setAlpnVersions(List.of(HttpVersion.HTTP_1_1));
        CIPHERS.forEach(options::addEnabledCipherSuite);
    }

    /** A server that is to show what comes later, too. */
    public void follow(HttpServer server) {
        servers.add(server);
    }

    Instant expires() {
        return shown.expires();
    }

    /** Whether the files hold something else than what is shown, because they are wrong. */
    boolean stale() {
        return stale;
    }

    private void look() {
        vertx.executeBlocking(() -> CertificatePair.read(files, clock.now()), false)
                .onSuccess(this::show)
                .onFailure(this::keep);
    }

    private void show(CertificatePair found) {
        stale = false;
        if (found.sameAs(shown)) {
            return;
        }
        shown = found;
        ServerSSLOptions options = new ServerSSLOptions()
                .setKeyCertOptions(options(found))
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setUseAlpn(true)
                .setApplicationLayerProtocols(List.of("http/1.1"));
        CIPHERS.forEach(options::addEnabledCipherSuite);
        servers.forEach(server -> server.updateSSLOptions(options)
                .onFailure(failure -> LOG.error("a server keeps its old certificate", failure)));
        LOG.info("a new certificate is shown; it expires at {}", found.expires());
    }

    private void keep(Throwable failure) {
        if (!stale) {
            String reason = failure instanceof StartRefused refused ? refused.getMessage() : failure.toString();
            LOG.warn("the certificate stays as it was: {}", reason);
        }
        stale = true;
    }

    public void close() {
        vertx.cancelTimer(looking);
    }

    private static PemKeyCertOptions options(CertificatePair pair) {
        return new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(pair.certificate()))
                .addKeyValue(Buffer.buffer(pair.key()));
    }
}
