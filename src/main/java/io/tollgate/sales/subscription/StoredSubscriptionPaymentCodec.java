package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Payer;
import io.tollgate.sales.purchase.SubscriptionPaymentWriter.Payment;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;

/** Decodes and encodes the records of subscription payments. */
public final class StoredSubscriptionPaymentCodec extends RecordCodec<StoredSubscriptionPayment> {
    public static final StoredSubscriptionPaymentCodec INSTANCE = new StoredSubscriptionPaymentCodec();

    private StoredSubscriptionPaymentCodec() {
        super(SubscriptionPayments.RESOURCE);
    }

    @Override
    protected StoredSubscriptionPayment decode(ObjectNode record) {
        return new StoredSubscriptionPayment(
                record.path("id").asText(),
                record.path("subscriptionId").asText(),
                record.path("currency").asText(),
                record.path("amount").asLong(),
                record.path("paymentStatus").asText(),
                record.path("paid").asBoolean(),
                record.path("refunded").asBoolean(),
                record.path("partiallyRefunded").asBoolean(),
                nonEmpty(record, "processorPaymentIntentId"));
    }

    @Override
    protected void encode(ObjectNode record, StoredSubscriptionPayment former, StoredSubscriptionPayment next) {
        put(record, "refunded", former.refunded(), next.refunded());
        put(record, "partiallyRefunded", former.partiallyRefunded(), next.partiallyRefunded());
    }

    /** Inserts the record of a charge. */
    Future<Buffer> insert(WriteContext write, Payer payer, Payment payment) {
        return insert(write, SubscriptionPaymentWriter.write(payer, payment));
    }

    /** Replaces the record of a charge whose invoice was not final. */
    Future<Buffer> replace(
            WriteContext write, LockedRecord<StoredSubscriptionPayment> former, Payer payer, Payment payment) {
        return replace(write, former, SubscriptionPaymentWriter.write(payer, payment));
    }
}
