package io.tollgate.sales.invoice;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.StoredJson;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Updates an invoice from its charge. Documents are rendered from the record on download, so every link to the invoice,
 * old or new, then serves the new document.
 *
 * @param signing adds a signed link to the returned invoice
 */
public record InvoiceRegeneration(WriteExecutor writes, ResourceRoutes.Copy signing) {
    private static final String CHARGE = """
            SELECT seller_id, livemode, record FROM %s WHERE seller_id = $1 AND livemode = $2 AND id = $3
            """;

    public Endpoint regenerate() {
        Writing writing = Writing.of("regenerateInvoice", """
                Copies billing details, purchase order number, customer and product title again from the payment \
                or booking of the invoice. Line items, amounts, taxes, fees, number, status and `sellerBilling` do \
                not change, even if the account has changed. The document is rendered on download, so existing links \
                serve the new document at once. Returns the invoice with a new `invoiceUrl`; a draft has none. A \
                retry with the same `Idempotency-Key` returns the first link, which may have expired; a GET returns a \
                new one.""", Body.NONE);
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

    /** Returns the charge, or null if it was deleted; the invoice then keeps its details. */
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
                        return StoredJson.parse(row.getBuffer(2));
                    }
                    return null;
                });
    }
}
