package io.tollgate.sales.invoice;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.sales.purchase.InvoiceStatus;

/** Decodes and encodes the records of invoices. */
public final class StoredInvoiceCodec extends RecordCodec<StoredInvoice> {
    public static final StoredInvoiceCodec INSTANCE = new StoredInvoiceCodec();

    private StoredInvoiceCodec() {
        super(Invoices.RESOURCE);
    }

    @Override
    protected StoredInvoice decode(ObjectNode record) {
        return new StoredInvoice(
                record.path("id").asText(),
                InvoiceStatus.of(record.path("status").asText()),
                record.path("amountPaid").asLong(),
                record.path("amountDue").asLong(),
                record.path("amountRefunded").asLong());
    }

    @Override
    protected void encode(ObjectNode record, StoredInvoice former, StoredInvoice next) {
        put(record, "status", former.status().wire(), next.status().wire());
        put(record, "amountPaid", former.paid(), next.paid());
        put(record, "amountDue", former.due(), next.due());
        put(record, "amountRefunded", former.refunded(), next.refunded());
    }
}
