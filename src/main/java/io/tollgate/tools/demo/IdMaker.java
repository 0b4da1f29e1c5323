package io.tollgate.tools.demo;

import java.util.HexFormat;

/**
 * Computes the ids of one kind of record of one seller and mode from their time and position. The id of a record is
 * known without generating the record.
 */
final class IdMaker {
    private static final HexFormat HEX = HexFormat.of();

    private final String middle;

    IdMaker(long seed, Kind kind) {
        this.middle = HEX.toHexDigits(DemoRandom.hash(seed, 0x1d, kind.ordinal()), 10);
    }

    /** The kinds of records that have ids. */
    enum Kind {
        SELLER,
        CUSTOMER,
        PAYMENT,
        BOOKING,
        TICKET,
        SUBSCRIPTION,
        SUBSCRIPTION_PAYMENT,
        PAYMENT_INVOICE,
        BOOKING_INVOICE,
        SUBMISSION,
        CATALOG,
        LICENSE_KEY,
        RUN_OF_PAYMENT,
        RUN_OF_SUBSCRIPTION
    }

    String id(long createdAt, long position) {
        return HEX.toHexDigits(createdAt / 1000, 8) + middle + HEX.toHexDigits(position & 0xff_ffff, 6);
    }
}
