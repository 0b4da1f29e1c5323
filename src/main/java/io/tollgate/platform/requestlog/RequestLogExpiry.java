package io.tollgate.platform.requestlog;

import io.tollgate.platform.records.RecordDeletion;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/** Deletes what the request log does not drop with a day: calls without a partition, and the groups of errors. */
public final class RequestLogExpiry {
    private static final int BATCH = 500;

    private static final String ERRORS =
            "DELETE FROM request_log_error WHERE seller_id = $1 AND livemode = $2 AND day < $3";

    private RequestLogExpiry() {}

    /** Returns after how many days nothing of a day is left. */
    public static int days(RequestLogSettings settings) {
        return settings.days() + 1;
    }

    /** Deletes rows of a seller that are older and returns their number; 0 if there are none. */
    public static Future<Integer> delete(WriteContext write, Duration kept) {
        Instant before = write.realTime().minus(kept);
        Tuple values = Tuple.of(
                write.scope().sellerId(),
                write.scope().live(),
                before.atOffset(ZoneOffset.UTC).toLocalDate());
        return write.transaction()
                .preparedQuery(ERRORS)
                .execute(values)
                .compose(errors -> RecordDeletion.deleteOldest(
                                write.transaction(), write.scope(), LoggedRequests.RESOURCE, before, BATCH)
                        .map(calls -> calls + errors.rowCount()));
    }
}
