package io.tollgate.platform.error;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An error response for the client: status, stable code, message and invalid parameters.
 *
 * <p>Carries no stack trace, because it describes the request and not a defect in the code.
 */
public final class ApiError extends RuntimeException {
    /** The retry delay if no better value is known. */
    private static final Duration RETRY_AFTER_DEFAULT = Duration.ofSeconds(1);

    private static final int NOT_FOUND = 404;

    /** The maximum length, in characters, of request text that an error message repeats. */
    private static final int TEXT_SHOWN_MAX = 200;

    /** The first words of a reason whose subject is the parameter, as in "slug must be lowercase". */
    private static final Pattern PREDICATE =
            Pattern.compile("^(must|is|are|cannot|takes|needs|has|names|comes|waits|was|expired|and|or)\\b");

    private final int status;
    private final String code;
    private final transient List<Problem> problems;
    private final transient Map<String, String> headers;

    /** One invalid parameter: its name or path, the reason, and the value as sent. */
    public record Problem(
            String param, String message, @Nullable Object value) {
        /** Keys that were typed into the wrong place are secrets, too. */
        private static final Pattern SECRET = Pattern.compile("(?i)(.*\\.)?(\\w*secret\\w*|publishableKey|password)");

        public Problem {
            value = SECRET.matcher(param).matches() ? null : value;
        }
    }

    private ApiError(int status, String code, String message, List<Problem> problems, Map<String, String> headers) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.problems = List.copyOf(problems);
        this.headers = Map.copyOf(headers);
    }

    private ApiError(int status, String code, String message) {
        this(status, code, message, List.of(), Map.of());
    }

    /**
     * Returns a 400 that lists every invalid parameter. The message states the first reason and the number of further
     * ones.
     */
    public static ApiError invalid(List<Problem> problems) {
        int more = problems.size() - 1;
        String message = "Invalid request: " + reason(problems.get(0)) + (more > 0 ? " (and " + more + " more)" : "");
        return new ApiError(400, "validation_failed", message, problems, Map.of());
    }

    /** Joins parameter and reason: "slug must be lowercase", or "stauts: unknown parameter". */
    private static String reason(Problem problem) {
        String between = PREDICATE.matcher(problem.message()).find() ? " " : ": ";
        return shortened(problem.param()) + between + shortened(problem.message());
    }

    /** Truncates text from a request to 200 characters, so that an error does not repeat a whole body. */
    public static String shortened(String text) {
        if (text.length() <= TEXT_SHOWN_MAX) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(TEXT_SHOWN_MAX - 1)) ? TEXT_SHOWN_MAX - 1 : TEXT_SHOWN_MAX;
        return text.substring(0, end) + "…";
    }

    /** Returns a 400 for a single parameter. */
    public static ApiError invalid(String param, String message, @Nullable Object value) {
        return invalid(List.of(new Problem(param, message, value)));
    }

    /** Returns a 400 for a request that cannot be parsed, so that no parameter can be named. */
    public static ApiError malformed(String message) {
        return new ApiError(400, "malformed_request", message);
    }

    /** Returns a 401. The interface defines its body, which does not reveal the reason. */
    public static ApiError unauthorized() {
        return new ApiError(401, "unauthorized", "Missing or invalid API key");
    }

    public static ApiError forbidden(String code, String message) {
        return new ApiError(403, code, message);
    }

    /** Returns a 403 that lists its reasons. */
    public static ApiError forbidden(String code, String message, List<Problem> reasons) {
        return new ApiError(403, code, message, reasons, Map.of());
    }

    /**
     * Returns a 404. It is the same for a record that does not exist, belongs to another seller or belongs to the
     * other mode.
     */
    public static ApiError notFound(String what) {
        return new ApiError(NOT_FOUND, "not_found", what + " not found");
    }

    /** Returns whether a failure is a 404. */
    public static boolean isNotFound(Throwable failure) {
        return failure instanceof ApiError refusal && refusal.status == NOT_FOUND;
    }

    /** Returns a value in place of a 404. */
    public static <T> Future<T> orIfNotFound(Future<T> read, @Nullable T otherwise) {
        return read.recover(
                failure -> isNotFound(failure) ? Future.succeededFuture(otherwise) : Future.failedFuture(failure));
    }

    public static ApiError conflict(String code, String message) {
        return new ApiError(409, code, message);
    }

    /** Returns a 409 that lists its reasons. */
    public static ApiError conflict(String code, String message, List<Problem> reasons) {
        return new ApiError(409, code, message, reasons, Map.of());
    }

    /** Returns a 405 with the allowed methods of the path. */
    public static ApiError methodNotAllowed(String method, String allow) {
        return new ApiError(
                405,
                "method_not_allowed",
                method + " is not allowed here; see the Allow header",
                List.of(),
                Map.of("Allow", allow));
    }

    /** Returns a 409 for a transient conflict; the client can retry after 1 s. */
    public static ApiError busy(String code, String message) {
        return new ApiError(409, code, message, List.of(), Map.of("Retry-After", seconds(RETRY_AFTER_DEFAULT)));
    }

    /** Returns a 422: the request is valid, but the state of the record does not allow it. */
    public static ApiError unprocessable(String code, String message) {
        return new ApiError(422, code, message);
    }

    /** Returns any other client error (413, 414, 415, 421, 431 ...). */
    public static ApiError refused(int status, String code, String message) {
        return new ApiError(status, code, message);
    }

    /** Returns the error that a stored response is about. */
    public static ApiError stored(int status, String code, String message, List<Problem> problems) {
        return new ApiError(status, code, message, problems, Map.of());
    }

    /** Returns a 429 with the time until the next request is allowed. */
    public static ApiError rateLimited(Duration retryAfter) {
        return new ApiError(
                429,
                "rate_limited",
                "Too many requests. Wait and try again.",
                List.of(),
                Map.of("Retry-After", seconds(retryAfter)));
    }

    /** Returns a 429 with a specific code, for a limit other than that of the request rate. */
    public static ApiError tooMany(String code, String message, Duration retryAfter) {
        return new ApiError(429, code, message, List.of(), Map.of("Retry-After", seconds(retryAfter)));
    }

    /** Returns a 503 for a transient failure; the client can retry after 1 s. */
    public static ApiError unavailable() {
        return unavailable(RETRY_AFTER_DEFAULT);
    }

    /** Returns a 503 with the time after which the client can retry. */
    public static ApiError unavailable(Duration retryAfter) {
        return unavailable(
                "temporarily_unavailable", "The service is temporarily unavailable. Try again shortly.", retryAfter);
    }

    /** Returns a 503 with a specific code, for a failure that affects only some requests. */
    public static ApiError unavailable(String code, String message, Duration retryAfter) {
        return new ApiError(503, code, message, List.of(), Map.of("Retry-After", seconds(retryAfter)));
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, (duration.toMillis() + 999) / 1000));
    }

    public int status() {
        return status;
    }

    /** Returns the stable snake_case code that programs can branch on. */
    public String code() {
        return code;
    }

    public List<Problem> problems() {
        return problems;
    }

    public Map<String, String> headers() {
        return headers;
    }
}
