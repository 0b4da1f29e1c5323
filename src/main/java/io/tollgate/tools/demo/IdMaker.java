package io.tollgate.tools.demo;

import java.util.HexFormat;

/**
 * Ids of one kind of record of one seller and mode, computed from time and position: whoever knows
 * both can name a record without having seen it.
 */
final class IdMaker {
    private static final HexFormat HEX = HexFormat.of();

    private final String middle;

    IdMaker(long seed, Kind kind) {
        this.middle = HEX.toHexDigits(Chance.hash(seed, 0x1d, kind.ordinal()), 10);
    }

    /** Kinds of things that have ids. */
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
        CATALOGUE,
        LICENSE_KEY
    }

    String id(long createdAt, long position) {
        return HEX.toHexDigits(createdAt / 1000, 8) + middle + HEX.toHexDigits(position & 0xff_ffff, 6);
    }
}
