package io.tollgate.bench;

import java.math.BigDecimal;
import java.util.Locale;

/** How numbers of measurements are written. */
final class Numbers {
    private Numbers() {}

    /** Three digits, or all before the point: 0.617, 5.04, 52.5, 4910. */
    static String shown(double number) {
        double size = Math.abs(number);
        int decimals = size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0;
        return String.format(Locale.ROOT, "%." + decimals + "f", number);
    }

    /** Without zeros that say nothing: 6, 0.75. */
    static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
