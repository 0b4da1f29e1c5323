package io.tollgate.server;

/**
 * The files of the certificate that the API presents; both empty if it serves plain HTTP.
 *
 * @param certificate path of the PEM file with the certificate chain
 * @param key path of the PEM file with the private key
 */
public record CertificateFiles(String certificate, String key) {
    public boolean enabled() {
        return !certificate.isEmpty();
    }
}
