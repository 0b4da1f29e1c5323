package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.support.Eventually;
import io.tollgate.support.Load;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS without a proxy: accepted protocols, configurations rejected at start, and replaced certificates. */
class TlsTest {
    @TempDir
    Path folder;

    /** A connection that trusts only one certificate and offers the given protocols. */
    private static SSLSocket connect(TestGateway gateway, Certificate trusted, String... protocols) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("one", trusted);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", gateway.port());
        socket.setSoTimeout(60_000);
        if (protocols.length > 0) {
            socket.setEnabledProtocols(protocols);
        }
        var parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static String get(SSLSocket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void speaks_two_versions_with_forward_secrecy_and_tells_browsers_to_stay() throws Exception {
        TestCertificate certificate = TestCertificate.in(folder, "one");
        try (TestGateway gateway = TestGateway.start(certificate.settings())) {
            for (String protocol : new String[] {"TLSv1.2", "TLSv1.3"}) {
                try (SSLSocket socket = connect(gateway, certificate.shown(), protocol)) {
                    assertThat(get(socket, "/openapi.json"))
                            .startsWith("HTTP/1.1 200")
                            .containsIgnoringCase(
                                    "\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n");
                    assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
                    assertThat(socket.getSession().getCipherSuite())
                            .matches("TLS_(ECDHE_\\w+_WITH_)?(AES_\\d+_GCM|CHACHA20_POLY1305)_SHA\\d+");
                    assertThat(socket.getApplicationProtocol())
                            .as("HTTP/2 is not offered")
                            .isEqualTo("http/1.1");
                }
            }
            try (SSLSocket weak = connect(gateway, certificate.shown(), "TLSv1.2")) {
                weak.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
                assertThatThrownBy(weak::startHandshake).isInstanceOf(SSLHandshakeException.class);
            }
            assertThatThrownBy(() -> gateway.api(null).get("/openapi.json"))
                    .as("plain text on the port of TLS")
                    .hasCauseInstanceOf(IOException.class);
        }
    }

    /** Documents are encrypted in slices, each after the client has read the one before. */
    @Test
    void a_client_that_reads_slowly_gets_whole_documents() throws Exception {
        TestCertificate certificate = TestCertificate.in(folder, "one");
        String document =
                TestGateway.shared().api(null).get("/openapi.json").expect(200).body();
        try (TestGateway gateway = TestGateway.start(certificate.settings());
                SSLSocket socket = connect(gateway, certificate.shown())) {
            String request = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n";
            socket.getOutputStream()
                    .write((request + "\r\n" + request + "Connection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            StringBuilder received = new StringBuilder();
            byte[] part = new byte[16_384];
            for (int length = socket.getInputStream().read(part); length >= 0; ) {
                received.append(new String(part, 0, length, StandardCharsets.ISO_8859_1));
                Load.pause(2);
                length = socket.getInputStream().read(part);
            }
            String expected = new String(document.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            String[] answers = received.toString().split("HTTP/1.1 200 OK\r\n", -1);
            assertThat(answers).hasSize(3);
            assertThat(answers[1]).endsWith("\r\n\r\n" + expected);
            assertThat(answers[2]).endsWith("\r\n\r\n" + expected);
        }
    }

    @Test
    void a_new_certificate_is_shown_and_a_wrong_one_is_not() throws Exception {
        TestCertificate first = TestCertificate.in(folder, "first");
        TestCertificate second = TestCertificate.in(folder, "second");
        try (TestGateway gateway = TestGateway.start(first.settings())) {
            TestApi management = new TestApi(gateway.managementUrl(), null);
            Files.writeString(first.certificate(), "no certificate");
            awaitMetric(management, "tollgate_certificate_stale 1.0");
            assertThat(shows(gateway, first)).isTrue();

            Files.copy(second.key(), first.key(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(second.certificate(), first.certificate(), StandardCopyOption.REPLACE_EXISTING);
            assertThat(Eventually.isTrue(() -> showsNow(gateway, second))).isTrue();
            assertThat(shows(gateway, first)).isFalse();
            long expires = second.shown().getNotAfter().toInstant().getEpochSecond();
            assertThat(management.get("/metrics").body())
                    .contains("tollgate_certificate_stale 0.0")
                    .contains("tollgate_certificate_expiry_timestamp_seconds " + (double) expires);
        }
    }

    private static void awaitMetric(TestApi management, String line) {
        assertThat(Eventually.isTrue(() -> management.get("/metrics").body().contains(line)))
                .as(line)
                .isTrue();
    }

    private static boolean showsNow(TestGateway gateway, TestCertificate certificate) {
        try {
            return shows(gateway, certificate);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean shows(TestGateway gateway, TestCertificate certificate) throws Exception {
        try (SSLSocket socket = connect(gateway, certificate.shown())) {
            socket.startHandshake();
            return true;
        } catch (SSLHandshakeException another) {
            return false;
        }
    }

    @Test
    void wrong_files_refuse_to_start_and_name_themselves() throws Exception {
        TestCertificate good = TestCertificate.in(folder, "good");
        TestCertificate other = TestCertificate.in(folder, "other");
        TestCertificate expired = TestCertificate.in(folder, "expired", "-10d", 5);
        TestCertificate early = TestCertificate.in(folder, "early", "+2d", 5);
        Path garbage = Files.writeString(folder.resolve("garbage.pem"), "-----BEGIN CERTIFICATE-----\nno\n");
        Map<String, String> problems = new HashMap<>();
        problems.put(refusal(expired.certificate(), expired.key()), "expired.pem: expired at 20");
        problems.put(refusal(early.certificate(), early.key()), "early.pem: is not valid before 20");
        problems.put(refusal(good.certificate(), other.key()), "other.key: is not the key of the certificate");
        problems.put(refusal(folder.resolve("absent"), good.key()), "absent: no such file or directory");
        problems.put(refusal(garbage, good.key()), "garbage.pem and");
        Path locked = folder.resolve("locked.key");
        Files.writeString(locked, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
        problems.put(refusal(good.certificate(), locked), "locked.key: is encrypted; decrypt it");
        problems.put(refusal(good.certificate(), garbage), "garbage.pem are not a certificate and a key in PEM");
        assertThat(problems)
                .allSatisfy((said, expected) ->
                        assertThat(said).contains(expected).startsWith("tls.").doesNotContain("\n"));
    }

    private static String refusal(Path certificate, Path key) {
        Map<String, String> settings = Map.of("tls.certificate", certificate.toString(), "tls.key", key.toString());
        try (TestGateway started = TestGateway.start(settings)) {
            throw new AssertionError("started on " + started.url());
        } catch (StartRefused refused) {
            return refused.getMessage();
        }
    }

    /** Control: a context that trusts another certificate rejects this one. */
    @Test
    void a_connection_that_trusts_another_certificate_is_not_made() throws GeneralSecurityException, Exception {
        TestCertificate shown = TestCertificate.in(folder, "shown");
        TestCertificate other = TestCertificate.in(folder, "another");
        try (TestGateway gateway = TestGateway.start(shown.settings())) {
            assertThat(shows(gateway, shown)).isTrue();
            assertThat(shows(gateway, other)).isFalse();
        }
    }
}
