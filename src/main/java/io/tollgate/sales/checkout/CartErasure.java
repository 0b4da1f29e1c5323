package io.tollgate.sales.checkout;

import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.PersonalValues;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.erasure.ErasedCustomer;
import io.tollgate.sales.erasure.ErasureStep;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the saved carts of the addresses and removes the visitor from them and from their records. */
public record CartErasure() implements ErasureStep {
    /** Each cart has two rows, and two of the lookup tables. */
    private static final int CARTS_MAX = 12;

    private static final String FOUND = """
            FROM checkout_draft
            WHERE seller_id = $1 AND livemode = $2 AND email = ANY ($4) AND created_at <= $5
              AND $3::text IS NOT NULL AND $6::timestamptz IS NOT NULL AND $7::text IS NOT NULL
            """;

    private static final String ERASE = """
            UPDATE checkout_draft SET email = $4, visit_id = ''
            WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    @Override
    public String kind() {
        return "saved-carts";
    }

    @Override
    public List<String> tables() {
        return List.of("checkout_draft");
    }

    @Override
    public Future<Done> run(WriteContext write, ErasedCustomer customer, String after) {
        return write.transaction()
                .preparedQuery("SELECT id " + FOUND + " ORDER BY id LIMIT $8 FOR UPDATE")
                .execute(customer.parameters().addValue(CARTS_MAX))
                .compose(rows -> {
                    List<String> ids = new ArrayList<>();
                    for (Row row : rows) {
                        ids.add(row.getString(0));
                    }
                    Future<Void> erased = Future.succeededFuture();
                    for (String id : ids) {
                        erased = erased.compose(done -> erase(write, customer, id));
                    }
                    return erased.map(Done.of(ids.size(), ids.size() < CARTS_MAX ? null : ""));
                });
    }

    private static Future<Void> erase(WriteContext write, ErasedCustomer customer, String id) {
        return DraftStore.lock(write, id).compose(draft -> {
            if (draft == null) {
                return Future.succeededFuture();
            }
            Future<Void> ended = draft.status().isOpen() ? CartDrafts.expire(write, draft) : Future.succeededFuture();
            Tuple values = CheckoutStore.names(write.scope(), id).addValue(customer.pseudonym());
            return ended.compose(
                            done -> write.transaction().preparedQuery(ERASE).execute(values))
                    .compose(done -> eraseRecord(write, customer, draft));
        });
    }

    private static Future<Void> eraseRecord(WriteContext write, ErasedCustomer customer, CartDraft draft) {
        Resource resource = DraftRecordWriter.resource(draft.kind());
        PersonalValues values = new PersonalValues(customer.pseudonym());
        return write.lock(write.scope(), resource, draft.id())
                .compose(former ->
                        write.update(write.scope(), resource, former, values.erase(resource.fields(), former.record())))
                .mapEmpty();
    }

    @Override
    public Future<@Nullable Long> count(WriteContext write, ErasedCustomer customer) {
        return write.transaction()
                .preparedQuery("SELECT count(*) " + FOUND)
                .execute(customer.parameters())
                .map(rows -> rows.iterator().next().getLong(0));
    }
}
