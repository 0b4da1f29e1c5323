package io.tollgate.platform.webhook;

import io.tollgate.platform.http.Networks;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which URLs a webhook may have and to which addresses a delivery may connect, so that sellers cannot reach the
 * private network of the gateway. The address is checked after its name is resolved, and the delivery connects to it.
 *
 * @param allowed networks that are reached although they are not public
 * @param loopback whether http to loopback addresses is accepted
 */
public record AddressPolicy(Networks allowed, boolean loopback) {
    private static final int HTTPS = 443;
    private static final int HTTPS_OTHER = 8443;
    private static final int SYSTEM_PORT_MAX = 1023;
    private static final int PORT_MAX = 65_535;
    private static final int MAX_ASCII = 0x7f;

    private static final Pattern NAME =
            Pattern.compile("(?i)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\\.?");
    private static final Pattern IPV4 = Pattern.compile("((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(?!$)|$)){4}");
    private static final Pattern NUMERIC_END = Pattern.compile("(?i)(.*\\.)?(\\d+|0x[0-9a-f]*)\\.?");

    /** Everything that is not a public unicast address of a host, and what leads to such addresses. */
    private static final Networks REFUSED = Networks.of(List.of(
            // "This" network, private networks, carrier-grade NAT, loopback, link-local
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.168.0.0/16",
            // Protocol assignments, documentation, the former relays of 6to4, benchmarks
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            // Multicast, reserved, broadcast
            "224.0.0.0/4",
            "240.0.0.0/4",
            // All but global unicast: unspecified, loopback, IPv4-compatible and -translated, NAT64, discard; segment
            // routing; unique local, link-local, the former site-local, multicast
            "::/3",
            "4000::/2",
            "8000::/1",
            // Protocol assignments with Teredo and ORCHID, documentation, 6to4
            "2001::/23",
            "2001:db8::/32",
            "2002::/16",
            "3fff::/20"));

    public static AddressPolicy of(WebhookSettings settings) {
        return new AddressPolicy(
                Networks.of(settings.allowedNetworks(), "webhooks.allowedNetworks"), settings.loopback());
    }

    /** Returns why a webhook cannot have a URL; null if it can. Names are not resolved. */
    public @Nullable String problem(String url) {
        if (url.chars().anyMatch(each -> each > MAX_ASCII)) {
            return "must be in ASCII; encode other characters with percent signs";
        }
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException invalid) {
            return "must be a URL";
        }
        String host = uri.getHost();
        if (uri.getScheme() == null || host == null) {
            return "must be an absolute URL with a host in ASCII";
        }
        if (uri.getRawUserInfo() != null) {
            return "must not have a user name or password";
        }
        if (uri.getRawFragment() != null) {
            return "must not have a fragment";
        }
        String problem = hostProblem(host);
        return problem == null ? schemeProblem(uri, host) : problem;
    }

    private @Nullable String schemeProblem(URI uri, String host) {
        boolean plain = uri.getScheme().equalsIgnoreCase("http");
        if (plain && loopback && isLoopback(host)) {
            return null;
        }
        if (!uri.getScheme().equalsIgnoreCase("https")) {
            return "must begin with https://";
        }
        return isPort(port(uri)) ? null : "must have port 443, 8443, or one above 1023";
    }

    private @Nullable String hostProblem(String host) {
        @Nullable InetAddress literal = literal(host);
        if (literal != null) {
            return permits(literal) ? null : "must have a public address";
        }
        if (NUMERIC_END.matcher(host).matches() || !NAME.matcher(host).matches()) {
            return "must have the name of a host, or an address in its usual form";
        }
        return isLocalName(host) && !loopback ? "must have a public address" : null;
    }

    private static boolean isLocalName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return name.matches("(.*\\.)?localhost\\.?");
    }

    private static boolean isLoopback(String host) {
        @Nullable InetAddress literal = literal(host);
        return literal == null ? isLocalName(host) : literal.isLoopbackAddress();
    }

    /** Returns the address that a host in a URL is; null if it is a name. */
    static @Nullable InetAddress literal(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (!bracketed && !IPV4.matcher(host).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(bracketed ? host.substring(1, host.length() - 1) : host);
        } catch (UnknownHostException unusual) {
            return null;
        }
    }

    static int port(URI uri) {
        return uri.getPort() >= 0 ? uri.getPort() : uri.getScheme().equalsIgnoreCase("https") ? HTTPS : 80;
    }

    private static boolean isPort(int port) {
        return port == HTTPS || port == HTTPS_OTHER || (port > SYSTEM_PORT_MAX && port <= PORT_MAX);
    }

    /** Returns whether deliveries may connect to an address. The JDK has unwrapped an IPv4-mapped one. */
    public boolean permits(InetAddress address) {
        return (loopback && address.isLoopbackAddress()) || !REFUSED.contains(address) || allowed.contains(address);
    }
}
