package io.tollgate.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.api.ResourceRoutes;
import io.tollgate.http.ApiResponse;
import io.tollgate.input.Body;
import io.tollgate.input.Request;
import io.tollgate.records.TenantGuard;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Brings an invoice up to date with its charge. Documents are drawn from the record when they are
 * downloaded, so every link to it, old or new, serves the new one from then on.
 */
public final class InvoiceRegeneration {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final String CHARGE = """
            SELECT seller_id, livemode, record FROM %s WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    private final WriteExecutor writes;
    private final ResourceRoutes.Copy signing;

    /**
     * @param signing puts a link into the invoice that is answered
     */
    public InvoiceRegeneration(WriteExecutor writes, ResourceRoutes.Copy signing) {
        this.writes = writes;
        this.signing = signing;
    }

    public Endpoint regenerate() {
        Writing writing = Writing.of("regenerateInvoice", """
                Copies billing details, purchase order number, customer and product title again from the payment \
                or booking that the invoice belongs to. Line items, amounts, taxes, fees, number and status stay, and \
                so does `sellerBilling`, whatever the account says now. The document is drawn from the invoice when \
                it is downloaded: the former one is gone at once, also for links given out before. Answers the \
                invoice with a new `invoiceUrl`; a draft has none. A repetition with the same `Idempotency-Key` \
                answers the first link, which may have expired; a GET \
                gives a new one.""", Body.NONE);
        return writes.endpoint(
                HttpMethod.POST,
                "/v1/invoices/{id}/regenerate",
                "Regenerate the document of an invoice",
                Invoices.RESOURCE,
                writing,
                this::regenerate);
    }

    private WriteExecutor.Command regenerate(Request request) {
        request.input(Body.NONE, "id").check();
        String id = request.id("id");
        return write -> write.lock(write.scope(), Invoices.RESOURCE, id).compose(former -> {
            ObjectNode invoice = former.record().deepCopy();
            return charge(write, invoice)
                    .compose(charge -> {
                        if (charge != null) {
                            InvoiceParties.refresh(invoice, charge);
                        }
                        return write.update(write.scope(), Invoices.RESOURCE, former, invoice);
                    })
                    .map(stored -> ApiResponse.record(200, stored, signing.of(write.scope(), stored)));
        });
    }

    /** Null where the charge is gone: the invoice then stands as it was issued. */
    private static Future<@Nullable JsonNode> charge(WriteContext write, JsonNode invoice) {
        String table = invoice.path("chargeType").asText().equals("booking") ? "booking" : "payment";
        Tuple key = Tuple.of(
                write.scope().sellerId(),
                write.scope().live(),
                invoice.path("chargeId").asText());
        return write.transaction()
                .preparedQuery(CHARGE.formatted(table))
                .execute(key)
                .map(rows -> {
                    for (Row row : rows) {
                        TenantGuard.requireTenant(write.scope(), row);
                        return tree(row.getBuffer(2).getBytes());
                    }
                    return null;
                });
    }

    private static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("a stored record is not JSON", e);
        }
    }
}
