package io.tollgate.platform.export;

import io.tollgate.platform.input.Request;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The formats of a list. The {@code Accept} header of the request chooses one. */
public enum ListFormat {
    JSON("application/json"),
    CSV("text/csv"),
    /** One JSON record a line. */
    NDJSON("application/x-ndjson");

    private static final Map<String, ListFormat> NAMES =
            Map.of(JSON.mediaType, JSON, CSV.mediaType, CSV, NDJSON.mediaType, NDJSON);

    private final String mediaType;

    ListFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    public static ListFormat of(Request request) {
        return of(request.header("Accept"));
    }

    /**
     * Returns the named format with the highest preference; of equal ones, the first. JSON if none is named, or if any
     * format is preferred to the named ones.
     */
    static ListFormat of(@Nullable String accept) {
        ListFormat named = JSON;
        double most = 0;
        double any = 0;
        for (String range : accept == null ? new String[0] : accept.split(",", -1)) {
            String[] parts = range.split(";", -1);
            String type = parts[0].strip().toLowerCase(Locale.ROOT);
            double quality = quality(parts);
            ListFormat format = NAMES.get(type);
            if (format != null && quality > most) {
                named = format;
                most = quality;
            } else if (type.equals("*/*") || type.equals("application/*")) {
                any = Math.max(any, quality);
            }
        }
        return any > most ? JSON : named;
    }

    private static double quality(String[] parts) {
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT);
            if (parameter.matches("q=[01](\\.[0-9]{0,3})?")) {
                return Double.parseDouble(parameter.substring(2));
            }
        }
        return 1;
    }
}
