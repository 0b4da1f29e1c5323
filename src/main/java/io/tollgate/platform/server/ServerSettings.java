package io.tollgate.platform.server;

import io.tollgate.platform.config.ConstrainedSettings;
import io.tollgate.platform.config.Setting;
import io.tollgate.platform.config.SettingsRecords;
import java.util.List;
import java.util.Map;

/** The addresses of the API and of the management server, and the hosts and proxies that the API trusts. */
public record ServerSettings(
        @Setting(defaultValue = "127.0.0.1", description = "Address the API listens on.")
        String host,

        @Setting(defaultValue = "8080", max = PORT_MAX, description = "Port of the API. 0: any free port.")
        int port,

        @Setting(
                defaultValue = "127.0.0.1",
                description = "Address that the management server (health and metrics) listens on.")
        String managementHost,

        @Setting(
                defaultValue = "9090",
                max = PORT_MAX,
                description = "Port of the management server. 0: any free port.")
        int managementPort,

        @Setting(
                schemes = {"http", "https"},
                description =
                        "Base URL at which API clients and buyers reach Tollgate. Empty: `http://localhost:PORT`.")
        String publicUrl,

        CertificateFiles tls,

        @Setting(description = "Addresses or networks (`10.0.0.0/8`) of proxies whose forwarding headers are trusted.")
        List<String> trustedProxies,

        @Setting(
                description = "Accepted host names; a request with any other Host header gets a 421. Empty: all names.")
        List<String> hosts)
        implements ConstrainedSettings {
    private static final int PORT_MAX = 65_535;

    @Override
    public List<String> problems() {
        return port != 0 && port == managementPort ? List.of("port and managementPort: must differ") : List.of();
    }

    /** Returns these settings with the ports in use, in place of 0. */
    public ServerSettings withPorts(int taken, int managementTaken) {
        return SettingsRecords.copy(this, Map.of("port", taken, "managementPort", managementTaken));
    }

    /** Returns the public base URL without a trailing slash, for the port in use. */
    public String publicUrlOn(int takenPort) {
        String derived = (tls.enabled() ? "https" : "http") + "://localhost:" + takenPort;
        return (publicUrl.isEmpty() ? derived : publicUrl).replaceAll("/+$", "");
    }
}
