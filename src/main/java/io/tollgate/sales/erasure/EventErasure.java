package io.tollgate.sales.erasure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.PersonalValues;
import io.tollgate.sales.erasure.CustomerRecords.Subject;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;

/**
 * Replaces the personal values of the records that events show. Positions, ids and types stay, and so does what
 * webhooks have received: a delivery that is sent again has the erased record.
 */
final class EventErasure extends HistoryErasure {
    /** Changes that the relay has not numbered yet. Their index begins with the transaction. */
    private static final String UNNUMBERED = """
            SELECT 1 FROM reported_change c
            WHERE c.xid >= (SELECT reached FROM event_relay) AND c.seller_id = $1 AND c.livemode = $2
              AND NOT EXISTS (
                  SELECT 1 FROM event e
                  WHERE e.seller_id = $1 AND e.livemode = $2 AND e.id = c.event_ids[1])
            LIMIT 1
            """;

    private final Database database;
    private final Map<String, List<Field>> fields;

    /** @param fields of the records of the customer, by kind of subject */
    EventErasure(Database database, Map<String, List<Field>> fields) {
        this.database = database;
        this.fields = fields;
    }

    @Override
    public String kind() {
        return "events";
    }

    @Override
    public List<String> tables() {
        return List.of("reported_change");
    }

    /** Events are found by their records once they are numbered. */
    @Override
    public Future<Boolean> prepare(ErasedCustomer customer, String after) {
        return database.get(
                        UNNUMBERED,
                        Tuple.of(customer.scope().sellerId(), customer.scope().live()))
                .map(rows -> rows.size() == 0);
    }

    @Override
    String select() {
        return """
                SELECT e.record_id, lpad(e.position::text, 20, '0'), c.id, c.record
                FROM event e
                JOIN reported_change c ON c.seller_id = e.seller_id AND c.livemode = e.livemode AND c.id = e.change_id
                WHERE e.seller_id = $1 AND e.livemode = $2 AND e.record_id = ANY ($3) AND e.record_id >= $4
                  AND (e.record_id > $4 OR lpad(e.position::text, 20, '0') > $5)
                ORDER BY e.record_id, e.position LIMIT $6
                """;
    }

    @Override
    String update() {
        return "UPDATE reported_change SET record = $4 WHERE seller_id = $1 AND livemode = $2 AND id = $3";
    }

    @Override
    Buffer erased(ErasedCustomer customer, Subject subject, Buffer bytes) {
        ObjectNode record = StoredJson.parse(bytes);
        ObjectNode erased =
                new PersonalValues(customer.pseudonym()).erase(fields.getOrDefault(subject.kind(), List.of()), record);
        return erased.equals(record) ? bytes : Buffer.buffer(erased.toString());
    }
}
