package io.tollgate.accounts.passkey;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The site to which passkeys belong. Browsers offer a passkey only to the site that created it.
 *
 * @param id host of the public URL
 * @param origin scheme, host and port of the public URL
 * @param available whether browsers create passkeys for the site: they need a name, and https unless it is localhost
 */
public record RelyingParty(String id, String origin, boolean available) {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[.*]");
    private static final String LOCAL = "localhost";

    /** Returns the site of a public URL. */
    public static RelyingParty of(String publicUrl) {
        URI url = URI.create(publicUrl);
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        String host = url.getHost().toLowerCase(Locale.ROOT);
        boolean usual = url.getPort() == -1 || url.getPort() == (scheme.equals("https") ? 443 : 80);
        boolean available = !ADDRESS.matcher(host).matches()
                && (scheme.equals("https") || host.equals(LOCAL) || host.endsWith("." + LOCAL));
        return new RelyingParty(host, scheme + "://" + host + (usual ? "" : ":" + url.getPort()), available);
    }
}
