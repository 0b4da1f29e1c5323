package io.tollgate.platform.server;

import io.tollgate.platform.config.ConstrainedSettings;
import io.tollgate.platform.config.Setting;
import java.util.List;

/** The files of the certificate that the API presents; both empty if it serves plain HTTP. */
public record CertificateFiles(
        @Setting(path = true, description = "PEM file with the certificate chain. Empty: no TLS.")
        String certificate,

        @Setting(path = true, description = "PEM file with the private key of the certificate.")
        String key)
        implements ConstrainedSettings {
    @Override
    public List<String> problems() {
        return certificate.isEmpty() == key.isEmpty()
                ? List.of()
                : List.of("tls.certificate and tls.key: set both or neither");
    }

    public boolean enabled() {
        return !certificate.isEmpty();
    }
}
