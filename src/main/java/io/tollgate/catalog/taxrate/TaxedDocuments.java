package io.tollgate.catalog.taxrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Map;

/**
 * One kind of documents that apply fixed rates: products or events.
 *
 * @param at path of the rate ids in the document
 */
public record TaxedDocuments(Resource resource, String at) {

    /** Removes a rate from the documents that apply it. */
    Future<Void> release(WriteContext write, String rateId) {
        return documentsWith(write, rateId).compose(rows -> {
            Future<Void> all = Future.succeededFuture();
            for (Row row : rows) {
                String id = row.getString(0);
                all = all.compose(done -> releaseOne(write, id, rateId));
            }
            return all;
        });
    }

    /** Fails with {@link WriteExecutor.RetryTransaction} if another transaction has applied the rate since. */
    Future<Void> requireReleased(WriteContext write, String rateId) {
        return documentsWith(write, rateId).map(rows -> {
            if (rows.size() > 0) {
                throw new WriteExecutor.RetryTransaction("a tax rate was applied while it was deleted");
            }
            return null;
        });
    }

    private Future<RowSet<Row>> documentsWith(WriteContext write, String rateId) {
        String kind = resource.kind() == null ? "" : " AND type = '" + resource.kind() + "'";
        String sql = "SELECT id FROM " + resource.table() + " WHERE seller_id = $1 AND document #> '{"
                + at.replace('.', ',') + "}' ? $2" + kind + " ORDER BY id";
        return write.transaction()
                .preparedQuery(sql)
                .execute(Tuple.of(write.scope().sellerId(), rateId));
    }

    private Future<Void> releaseOne(WriteContext write, String id, String rateId) {
        return LockedDocuments.lock(write, resource, id).compose(former -> {
            ObjectNode document = former.record().deepCopy();
            JsonNode rates = document.at("/" + at.replace('.', '/'));
            if (rates instanceof ArrayNode list) {
                for (int i = list.size() - 1; i >= 0; i--) {
                    if (rateId.equals(list.get(i).textValue())) {
                        list.remove(i);
                    }
                }
            }
            return write.update(resource, former, document, Map.of()).mapEmpty();
        });
    }
}
