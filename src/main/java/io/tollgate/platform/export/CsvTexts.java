package io.tollgate.platform.export;

import io.tollgate.platform.clock.Times;
import io.vertx.core.Future;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Formats the cells of a CSV file.
 *
 * @param zones returns the time zone of a seller
 * @param decimals returns the number of decimals of a currency
 */
public record CsvTexts(Function<String, Future<ZoneId>> zones, ToIntFunction<String> decimals) {
    /** Returns an amount in the major unit: 1999 cents are 19.99. */
    String amount(String minor, String currency) {
        return BigDecimal.valueOf(Long.parseLong(minor), decimals.applyAsInt(currency))
                .toPlainString();
    }

    /** Returns a time in a zone, in ISO 8601 with its offset. Other texts remain as they are. */
    static String time(String utc, ZoneId zone) {
        try {
            Instant moment = Instant.parse(utc);
            ZoneOffset offset = zone.getRules().getOffset(moment);
            String local = Times.text(moment.plusSeconds(offset.getTotalSeconds()));
            return local.substring(0, local.length() - 1) + offset.getId();
        } catch (DateTimeException e) {
            return utc;
        }
    }
}
