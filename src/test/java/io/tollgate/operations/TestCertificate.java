package io.tollgate.operations;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** A self-signed certificate, created with {@code keytool}, in the two files that Tollgate reads. */
record TestCertificate(Path certificate, Path key, X509Certificate shown) {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** Creates a certificate that is valid for a year from today. */
    static TestCertificate in(Path folder, String name) {
        return in(folder, name, "-1d", 366);
    }

    /** @param start the begin of its validity, in the syntax of {@code keytool}: {@code -2d} */
    static TestCertificate in(Path folder, String name, String start, int days) {
        try {
            Files.createDirectories(folder);
            Path store = folder.resolve(name + ".p12");
            Process tool = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-keyalg",
                            "EC",
                            "-alias",
                            "one",
                            "-dname",
                            "CN=" + name,
                            "-ext",
                            "SAN=dns:localhost,ip:127.0.0.1",
                            "-startdate",
                            start,
                            "-validity",
                            Integer.toString(days),
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            store.toString(),
                            "-storepass",
                            new String(PASSWORD)))
                    .redirectErrorStream(true)
                    .start();
            String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (tool.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
            KeyStore made = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                made.load(in, PASSWORD);
            }
            X509Certificate shown = (X509Certificate) made.getCertificate("one");
            TestCertificate certificate =
                    new TestCertificate(folder.resolve(name + ".pem"), folder.resolve(name + ".key"), shown);
            pem(certificate.certificate(), "CERTIFICATE", shown.getEncoded());
            pem(certificate.key(), "PRIVATE KEY", made.getKey("one", PASSWORD).getEncoded());
            return certificate;
        } catch (Exception failed) {
            throw new IllegalStateException("no certificate could be made", failed);
        }
    }

    private static void pem(Path file, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    Map<String, String> settings() {
        return Map.of("tls.certificate", certificate.toString(), "tls.key", key.toString());
    }
}
