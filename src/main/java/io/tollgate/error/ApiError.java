package io.tollgate.error;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A failure the caller is told about: status, stable code, message, and the parameters at fault.
 *
 * <p>Carries no stack trace: it describes the request, not our code.
 */
public final class ApiError extends RuntimeException {
    /** When to try again where nothing tells it better. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private static final int NOT_FOUND = 404;

    /** The longest text from a request that an error repeats, in characters. */
    private static final int TEXT_SHOWN_MAX = 200;

    /** How a reason begins whose subject is the parameter: "slug must be lowercase". */
    private static final Pattern PREDICATE =
            Pattern.compile("^(must|is|are|cannot|takes|needs|has|names|comes|waits|was|expired|and|or)\\b");

    private final int status;
    private final String code;
    private final transient List<Problem> problems;
    private final transient Map<String, String> headers;

    /** One broken parameter: its name or path, what is wrong, and the value as it was sent. */
    public record Problem(
            String param, String message, @Nullable Object value) {}

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

    /** 400 with every invalid parameter of the request. The message states the first reason and how many follow. */
    public static ApiError invalid(List<Problem> problems) {
        int more = problems.size() - 1;
        String message = "Invalid request: " + reason(problems.get(0)) + (more > 0 ? " (and " + more + " more)" : "");
        return new ApiError(400, "validation_failed", message, problems, Map.of());
    }

    /** A problem as one sentence: "slug must be lowercase", or "stauts: unknown parameter". */
    private static String reason(Problem problem) {
        String between = PREDICATE.matcher(problem.message()).find() ? " " : ": ";
        return shortened(problem.param()) + between + shortened(problem.message());
    }

    /** A text of the request at most 200 characters long: an error does not repeat a whole body. */
    public static String shortened(String text) {
        if (text.length() <= TEXT_SHOWN_MAX) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(TEXT_SHOWN_MAX - 1)) ? TEXT_SHOWN_MAX - 1 : TEXT_SHOWN_MAX;
        return text.substring(0, end) + "…";
    }

    /** 400 for a single parameter. */
    public static ApiError invalid(String param, String message, @Nullable Object value) {
        return invalid(List.of(new Problem(param, message, value)));
    }

    /** 400 for a request that cannot be read at all, so that no parameter can be named. */
    public static ApiError malformed(String message) {
        return new ApiError(400, "malformed_request", message);
    }

    /** 401: its body is fixed by the interface and says nothing about the reason. */
    public static ApiError unauthorized() {
        return new ApiError(401, "unauthorized", "Missing or invalid API key");
    }

    public static ApiError forbidden(String code, String message) {
        return new ApiError(403, code, message);
    }

    /** 404: the same for a record that does not exist, is another seller's, or is of the other mode. */
    public static ApiError notFound(String what) {
        return new ApiError(NOT_FOUND, "not_found", what + " not found");
    }

    /** Whether a failure tells that something is not there. */
    public static boolean isNotFound(Throwable failure) {
        return failure instanceof ApiError refusal && refusal.status == NOT_FOUND;
    }

    public static ApiError conflict(String code, String message) {
        return new ApiError(409, code, message);
    }

    /** 405, with the methods that the path has. */
    public static ApiError methodNotAllowed(String method, String allow) {
        return new ApiError(
                405,
                "method_not_allowed",
                method + " is not allowed here; see the Allow header",
                List.of(),
                Map.of("Allow", allow));
    }

    /** 409 that passes by itself: the same request may be sent again after a second. */
    public static ApiError busy(String code, String message) {
        return new ApiError(409, code, message, List.of(), Map.of("Retry-After", seconds(SOON)));
    }

    /** 422: the request is right, but the state of what it is about does not allow it. */
    public static ApiError unprocessable(String code, String message) {
        return new ApiError(422, code, message);
    }

    /** Any other refusal of the request as it stands (413, 414, 415, 421, 431 ...). */
    public static ApiError refused(int status, String code, String message) {
        return new ApiError(status, code, message);
    }

    /** 429, with the time after which one more request will pass. */
    public static ApiError rateLimited(Duration retryAfter) {
        return new ApiError(
                429,
                "rate_limited",
                "Too many requests. Wait and try again.",
                List.of(),
                Map.of("Retry-After", seconds(retryAfter)));
    }

    /** 503: a fault of ours that passes; the same request may be sent again after a second. */
    public static ApiError unavailable() {
        return unavailable(SOON);
    }

    /** 503 with the time after which the same request may be sent again. */
    public static ApiError unavailable(Duration retryAfter) {
        return unavailable(
                "temporarily_unavailable", "The service is temporarily unavailable. Try again shortly.", retryAfter);
    }

    /** 503 with a code of its own, for a fault that only some requests meet. */
    public static ApiError unavailable(String code, String message, Duration retryAfter) {
        return new ApiError(503, code, message, List.of(), Map.of("Retry-After", seconds(retryAfter)));
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, (duration.toMillis() + 999) / 1000));
    }

    public int status() {
        return status;
    }

    /** A stable snake_case word that programs may branch on. */
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
