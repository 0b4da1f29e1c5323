package io.tollgate.loadtest.target;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a load may go: this machine, unless the user says that the other one is theirs. */
public final class Address {
    private Address() {}

    /**
     * Checks an address. All that a name resolves to must be of this machine: one name may have several.
     *
     * @param isOwned whether the user said so
     * @return it without a slash at the end
     * @throws IllegalArgumentException with a message for the user
     */
    public static String checked(String text, boolean isOwned) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--url is no address: " + text, e);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        String path = String.valueOf(uri.getPath());
        boolean isOrigin = (path.isEmpty() || path.equals("/"))
                && uri.getQuery() == null
                && uri.getFragment() == null
                && uri.getUserInfo() == null;
        if (uri.getHost() == null || !isOrigin || !(scheme.equals("http") || scheme.equals("https"))) {
            throw new IllegalArgumentException(
                    "--url must be http or https, a host, and a port where it has one: " + text);
        }
        // A name keeps the addresses that it has now, whatever its owner makes of it later.
        Security.setProperty("networkaddress.cache.ttl", "-1");
        checkHost(uri.getHost(), scheme, isOwned);
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private static void checkHost(String host, String scheme, boolean isOwned) {
        InetAddress stranger = stranger(host);
        if (stranger == null) {
            return;
        }
        if (!isOwned) {
            throw new IllegalArgumentException("%s (%s) is not this machine. A load on another's server is an attack:"
                            .formatted(host, stranger.getHostAddress())
                    + " say --yes-i-own-it if it is yours");
        }
        if (scheme.equals("http")) {
            throw new IllegalArgumentException(
                    "%s is another machine: https only, as the key goes along".formatted(host));
        }
    }

    /** The first address that is not of this machine, or null. */
    private static @Nullable InetAddress stranger(String host) {
        try {
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (!address.isLoopbackAddress()) {
                    return address;
                }
            }
            return null;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no address is known for " + host, e);
        }
    }
}
