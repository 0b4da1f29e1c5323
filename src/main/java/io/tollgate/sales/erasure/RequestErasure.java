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
    private static final String TABLE = "request_log";

    @Override
    public String kind() {
        return "request-log";
    }

    @Override
    public List<String> tables() {
        return List.of(TABLE);
    }

    @Override
    String select() {
        return selectOf(TABLE);
    }

    @Override
    String update() {
        return updateOf(TABLE);
    }

    @Override
    Buffer erased(ErasedCustomer customer, Subject subject, Buffer bytes) {
        ObjectNode entry = StoredJson.parse(bytes);
        return entry.path("body").isNull()
                ? bytes
                : Buffer.buffer(entry.putNull("body").toString());
    }
}
