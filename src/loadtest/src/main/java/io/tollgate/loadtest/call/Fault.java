package io.tollgate.loadtest.call;

/** What was wrong with an answer. Messages are shown and kept: they hold neither keys nor data of buyers. */
public final class Fault extends RuntimeException {
    private final Kind kind;

    /** How bad it is. */
    public enum Kind {
        /** No answer, a 5xx, or a status that should not have been. */
        ERROR,
        /** The answer contradicts another one, or itself. */
        INCONSISTENCY,
        /** 429: the server asked for patience. */
        THROTTLED
    }

    private Fault(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public static Fault error(String message) {
        return new Fault(Kind.ERROR, message);
    }

    public static Fault inconsistency(String message) {
        return new Fault(Kind.INCONSISTENCY, message);
    }

    static Fault throttled() {
        return new Fault(Kind.THROTTLED, "throttled");
    }

    public Kind kind() {
        return kind;
    }
}
