package io.tollgate.catalog.taxrate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.ExternalCreation;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.ProcessorCopies;
import io.tollgate.processor.TaxTerms;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.Map;

/** Creates a tax rate at the processor and in the database. */
final class TaxRateCreation extends ExternalCreation {
    private final ObjectNode values;

    TaxRateCreation(Processing processing, Input input) {
        super(processing);
        this.values = input.values();
    }

    @Override
    protected Future<Void> check(WriteContext write) {
        return Future.succeededFuture();
    }

    /** The processor assigns the ids of tax rates. The cleanup task therefore finds the rate by its id here. */
    @Override
    protected Future<Task> guard(WriteContext write, String recordId) {
        return Tasks.guard(write, TaxRateTasks.FORGET, recordId, new JsonObject());
    }

    @Override
    protected Future<String> create(ProcessorClient client, PendingCreation begun) {
        TaxTerms terms = new TaxTerms(
                values.get("displayName").textValue(),
                values.get("inclusive").booleanValue(),
                new BigDecimal(values.get("percentage").asText()));
        String key = begun.guard().key();
        return client.call(begun.account(), "createTaxRate", api -> api.createTaxRate(begun.recordId(), terms, key));
    }

    @Override
    protected String assumedId(PendingCreation begun) {
        return "txr_" + begun.recordId();
    }

    @Override
    protected WriteExecutor.Command write(PendingCreation begun, String processorId) {
        return write -> {
            boolean isDefault = values.path("default").asBoolean();
            ObjectNode rate = JsonNodeFactory.instance
                    .objectNode()
                    .put("id", begun.recordId())
                    .put("sellerId", write.scope().sellerId())
                    .put("processorId", processorId)
                    .put("displayName", values.get("displayName").textValue())
                    .put("default", isDefault)
                    .put("active", true)
                    .put("inclusive", values.get("inclusive").booleanValue());
            rate.set("percentage", values.get("percentage"));
            rate.put("createdAt", Times.text(write.now())).put("updatedAt", Times.text(write.now()));
            return (isDefault ? DefaultRate.clear(write, begun.recordId()) : Future.<Void>succeededFuture())
                    .compose(cleared -> write.insert(TaxRates.RESOURCE, rate, Map.of()))
                    .compose(stored -> ProcessorCopies.insert(
                                    write, ProcessorCopies.Kind.TAX_RATE, begun.recordId(), processorId)
                            .compose(done -> write.answer(201, TaxRates.RESOURCE, stored, Composition.NONE)));
        };
    }
}
