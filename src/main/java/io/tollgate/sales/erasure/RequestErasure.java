package io.tollgate.sales.erasure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.sales.erasure.CustomerRecords.Subject;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/**
 * Removes the bodies of calls about the records of a customer from the request log. Values that are declared as
 * personal were never in it; the bodies go because callers may send others. A call has the mode of its key.
 */
final class RequestErasure extends HistoryErasure {
    @Override
    public String kind() {
        return "request-log";
    }

    @Override
    public List<String> tables() {
        return List.of("request_log");
    }

    @Override
    String select() {
        return """
                SELECT record_id, id, id, record FROM request_log
                WHERE seller_id = $1 AND ($2 OR NOT $2) AND livemode IN (TRUE, FALSE) AND record_id = ANY ($3)
                  AND record_id >= $4 AND (record_id > $4 OR id > $5)
                ORDER BY record_id, id LIMIT $6
                """;
    }

    @Override
    String update() {
        return "UPDATE request_log SET record = $4"
                + " WHERE seller_id = $1 AND ($2 OR NOT $2) AND livemode IN (TRUE, FALSE) AND id = $3";
    }

    @Override
    Buffer erased(ErasedCustomer customer, Subject subject, Buffer bytes) {
        ObjectNode entry = StoredJson.parse(bytes);
        return entry.path("body").isNull()
                ? bytes
                : Buffer.buffer(entry.putNull("body").toString());
    }
}
