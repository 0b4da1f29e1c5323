package io.tollgate.platform.error;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Suggests the known path closest to a mistyped one, for error messages. */
public final class NearestPath {
    private static final int LENGTH_MAX = 200;
    private static final String PREFIX = "/v1";
    private static final String VALUE = "*";
    private static final Pattern PARAMETER = Pattern.compile("\\{[^}]*}");

    /** A record's id. */
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{24}");

    /** The known paths by their form without the names of parameters, such as {@code /v1/payments/*}. */
    private final Map<String, String> known = new TreeMap<>();

    /** @param paths known paths, such as {@code /v1/payments/{paymentId}} */
    public NearestPath(Collection<String> paths) {
        paths.forEach(path -> known.putIfAbsent(PARAMETER.matcher(path).replaceAll(VALUE), path));
    }

    /** Returns the closest known path, or empty if none is close. A path outside of the API is only completed. */
    public Optional<String> to(String wrong) {
        if (wrong.length() > LENGTH_MAX) {
            return Optional.empty();
        }
        String path = ID.matcher(wrong).replaceAll(VALUE).toLowerCase(Locale.ROOT);
        String form = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String missing = known.get(PREFIX + form);
        if (missing != null) {
            return Optional.of(missing);
        }
        return form.startsWith(PREFIX) ? NearestName.to(form, known.keySet()).map(known::get) : Optional.empty();
    }
}
