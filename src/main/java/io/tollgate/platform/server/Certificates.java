package io.tollgate.platform.server;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
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
 * The TLS certificate of the API. Polls its files every few seconds: a new valid pair applies to new connections
 * without a restart. If a new pair is invalid, the previous one stays in use.
 *
 * <p>Offers only HTTP/1.1, because floods of HTTP/2 control frames cannot be limited.
 */
public final class Certificates {
    private static final Logger LOG = LoggerFactory.getLogger(Certificates.class);
    private static final int POLL_MILLIS = 5_000;
    private static final Set<String> PROTOCOLS = new LinkedHashSet<>(List.of("TLSv1.3", "TLSv1.2"));

    /** Cipher suites with forward secrecy and authenticated encryption. */
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
    private final long pollTimer;
    private volatile CertificatePair current;
    private volatile boolean stale;

    /** Fails if the files contain no usable pair. */
    public Certificates(Vertx vertx, CertificateFiles files, Clock clock) {
        this.vertx = vertx;
        this.files = files;
        this.clock = clock;
        this.current = CertificatePair.read(files, clock.now());
        this.pollTimer = vertx.setPeriodic(POLL_MILLIS, timer -> poll());
    }

    /** Enables TLS in server options. */
    public void offer(HttpServerOptions options) {
        options.setSsl(true)
                .setKeyCertOptions(options(current))
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setUseAlpn(true)
                .setAlpnVersions(List.of(HttpVersion.HTTP_1_1));
        CIPHERS.forEach(options::addEnabledCipherSuite);
    }

    /** Registers a server for certificate updates. */
    public void follow(HttpServer server) {
        servers.add(server);
    }

    Instant expires() {
        return current.expires();
    }

    /** Returns whether the gateway still uses the former certificate because the new files are invalid. */
    boolean stale() {
        return stale;
    }

    private void poll() {
        vertx.executeBlocking(() -> CertificatePair.read(files, clock.now()), false)
                .onSuccess(this::apply)
                .onFailure(this::keepPrevious);
    }

    private void apply(CertificatePair found) {
        stale = false;
        if (found.sameAs(current)) {
            return;
        }
        current = found;
        ServerSSLOptions options = new ServerSSLOptions()
                .setKeyCertOptions(options(found))
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setUseAlpn(true)
                .setApplicationLayerProtocols(List.of("http/1.1"));
        CIPHERS.forEach(options::addEnabledCipherSuite);
        servers.forEach(server -> server.updateSSLOptions(options)
                .onFailure(failure -> LOG.error("A server keeps the previous certificate: loading failed", failure)));
        LOG.info("Loaded a new certificate; it expires at {}", found.expires());
    }

    private void keepPrevious(Throwable failure) {
        if (!stale) {
            String reason = failure instanceof StartRefused refused ? refused.getMessage() : failure.toString();
            LOG.warn("The previous certificate stays in use: {}", reason);
        }
        stale = true;
    }

    public void close() {
        vertx.cancelTimer(pollTimer);
    }

    private static PemKeyCertOptions options(CertificatePair pair) {
        return new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(pair.certificate()))
                .addKeyValue(Buffer.buffer(pair.key()));
    }
}
