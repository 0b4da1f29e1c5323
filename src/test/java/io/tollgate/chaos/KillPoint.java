package io.tollgate.chaos;

/** The moments of a purchase or a refund at which the gateway is killed: around each step that others can see. */
enum KillPoint {
    ORDER_NOT_COMMITTED(Kind.COMMIT, "INSERT INTO checkout (", false),
    ORDER_COMMITTED(Kind.COMMIT, "INSERT INTO checkout (", true),
    ATTEMPT_NOT_COMMITTED(Kind.COMMIT, "INSERT INTO payment_attempt", false),
    ATTEMPT_COMMITTED(Kind.COMMIT, "INSERT INTO payment_attempt", true),
    PROCESSOR_NOT_CALLED(Kind.CALL, "POST /v1/payment_intents ", false),
    PROCESSOR_CALLED(Kind.CALL, "POST /v1/payment_intents ", true),
    RESPONSE_NOT_RECORDED(Kind.COMMIT, "UPDATE payment_attempt SET processor_id", false),
    RESPONSE_RECORDED(Kind.COMMIT, "UPDATE payment_attempt SET processor_id", true),
    /** After the buyer has confirmed the payment at the processor. */
    CONFIRMED(Kind.BUYER, "", false),
    SETTLEMENT_NOT_COMMITTED(Kind.COMMIT, "UPDATE checkout SET status", false),
    SETTLEMENT_COMMITTED(Kind.COMMIT, "UPDATE checkout SET status", true),
    CANCELLATION_NOT_CALLED(Kind.CALL, "/cancel ", false),
    CANCELLATION_CALLED(Kind.CALL, "/cancel ", true),
    EXPIRY_NOT_COMMITTED(Kind.COMMIT, "UPDATE checkout SET status", false),
    EXPIRY_COMMITTED(Kind.COMMIT, "UPDATE checkout SET status", true),
    REFUND_NOT_COMMITTED(Kind.COMMIT, "INSERT INTO refund (", false),
    REFUND_COMMITTED(Kind.COMMIT, "INSERT INTO refund (", true),
    REFUND_NOT_CALLED(Kind.CALL, "POST /v1/refunds ", false),
    REFUND_CALLED(Kind.CALL, "POST /v1/refunds ", true),
    REFUND_NOT_RECORDED(Kind.COMMIT, "UPDATE refund SET status", false),
    REFUND_RECORDED(Kind.COMMIT, "UPDATE refund SET status", true);

    /** Where the moment is seen. */
    enum Kind {
        /** The COMMIT of the transaction with a statement. */
        COMMIT,
        /** A request to the processor. */
        CALL,
        /** Something that the buyer does. */
        BUYER
    }

    private final Kind kind;
    private final String text;
    private final boolean delivered;

    /**
     * @param text of the statement, or of the first line of the request
     * @param delivered whether the commit or the request takes effect before the kill; its response never arrives
     */
    KillPoint(Kind kind, String text, boolean delivered) {
        this.kind = kind;
        this.text = text;
        this.delivered = delivered;
    }

    Kind kind() {
        return kind;
    }

    String text() {
        return text;
    }

    boolean delivered() {
        return delivered;
    }

    /** Returns whether it is a moment of a refund, and not of a purchase. */
    boolean refunds() {
        return name().startsWith("REFUND");
    }

    /** Returns whether the order is not paid, so that its hold ends. */
    boolean expires() {
        return name().startsWith("CANCELLATION") || name().startsWith("EXPIRY");
    }
}
