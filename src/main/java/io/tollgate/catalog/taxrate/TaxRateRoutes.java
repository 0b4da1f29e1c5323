package io.tollgate.catalog.taxrate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.tollgate.processor.Processing;
import io.tollgate.processor.ProcessorCopies;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Endpoints that create, update and delete tax rates. */
public final class TaxRateRoutes {
    private static final String ONE = "/v1/tax-rates/{taxRateId}";

    private static final Body CREATE = Body.of(
            "TaxRateCreate",
            "{ \"displayName\": \"VAT\", \"percentage\": 21, \"inclusive\": false, \"default\": true }",
            TaxRates.SCHEMA.create());

    private static final Body CHANGE = Body.of(
                    "TaxRateChange", "{ \"displayName\": \"BTW\", \"default\": false }", TaxRates.SCHEMA.change())
            .notEmpty();

    private final WriteExecutor writes;
    private final Processing processing;
    private final List<TaxedDocuments> taxed;

    /** @param taxed the kinds of documents that apply fixed rates, in lock order */
    public TaxRateRoutes(WriteExecutor writes, Processing processing, List<TaxedDocuments> taxed) {
        this.writes = writes;
        this.processing = processing;
        this.taxed = taxed;
    }

    public List<Endpoint> all() {
        return List.of(create(), change(), delete());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createTaxRate", """
                Creates a tax rate here and in the connected processor account of the key's mode; if one of them \
                fails, nothing is created. A new default rate replaces the current one. Returns 403 \
                `processor_not_connected` without a connected account, and 422 `processor_refused` if the \
                processor rejects the rate.""", CREATE).creating();
        return writes.externalOperation(
                HttpMethod.POST,
                "/v1/tax-rates",
                "Create a tax rate",
                TaxRates.RESOURCE,
                writing,
                request -> new TaxRateCreation(processing, request.input(CREATE).check()));
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateTaxRate", """
                Fields that are not sent keep their values. `percentage` and `inclusive` cannot be changed, \
                because purchases were made with them: create another rate instead. At most one rate is the \
                default. Returns 409 `tax_rate_inactive` if the rate was deleted.""", CHANGE);
        return writes.endpoint(
                HttpMethod.PATCH, ONE, "Update one tax rate", TaxRates.RESOURCE, writing, TaxRateRoutes::change);
    }

    private static WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "taxRateId").check();
        String id = request.id("taxRateId");
        return write -> (input.bool("default", false) ? DefaultRate.clear(write, id) : Future.<Void>succeededFuture())
                .compose(cleared -> write.lock(write.scope(), TaxRates.RESOURCE, id))
                .compose(former -> {
                    ObjectNode rate = former.record().deepCopy();
                    input.mergeInto(rate);
                    boolean changed = !rate.equals(former.record());
                    if (changed && !rate.path("active").asBoolean()) {
                        throw ApiError.conflict("tax_rate_inactive", "A deleted tax rate cannot be changed");
                    }
                    return rename(write, former.record(), rate)
                            .compose(scheduled -> write.update(TaxRates.RESOURCE, former, rate, Map.of()));
                })
                .compose(stored -> write.answer(200, TaxRates.RESOURCE, stored, Composition.NONE));
    }

    private static Future<Void> rename(WriteContext write, ObjectNode former, ObjectNode rate) {
        if (rate.path("displayName").equals(former.path("displayName"))) {
            return Future.succeededFuture();
        }
        JsonObject argument =
                new JsonObject().put("name", rate.path("displayName").asText()).put("version", write.newId());
        return ProcessorCopies.of(
                        write, ProcessorCopies.Kind.TAX_RATE, rate.path("id").asText())
                .compose(copies -> ProcessorCopies.scheduleAll(write, TaxRateTasks.RENAME, copies, argument));
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteTaxRate", """
                Deactivates the rate here and at the processor, and removes it from all pages and products that \
                apply it. These no longer charge the tax. Purchases keep their copy of the rate. The record stays \
                readable, but is not listed. Deleting it again has no effect.""", Body.NONE);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Delete one tax rate", TaxRates.RESOURCE, writing, request -> {
            request.input(Body.NONE, "taxRateId").check();
            String id = request.id("taxRateId");
            return write -> delete(write, id);
        });
    }

    private Future<ApiResponse> delete(WriteContext write, String id) {
        // Pages and products are locked before rates: see decision 33.
        return forEachKind(documents -> documents.release(write, id))
                .compose(released -> write.lock(write.scope(), TaxRates.RESOURCE, id))
                .compose(former -> {
                    if (!former.record().path("active").asBoolean()) {
                        return Future.succeededFuture(former);
                    }
                    ObjectNode rate =
                            former.record().deepCopy().put("active", false).put("default", false);
                    return forEachKind(documents -> documents.requireReleased(write, id))
                            .compose(released -> ProcessorCopies.of(write, ProcessorCopies.Kind.TAX_RATE, id))
                            .compose(copies -> ProcessorCopies.scheduleAll(
                                    write, TaxRateTasks.DEACTIVATE, copies, new JsonObject()))
                            .compose(scheduled -> write.update(TaxRates.RESOURCE, former, rate, Map.of()));
                })
                .compose(stored -> write.answer(200, TaxRates.RESOURCE, stored, Composition.NONE));
    }

    private Future<Void> forEachKind(Function<TaxedDocuments, Future<Void>> step) {
        Future<Void> all = Future.succeededFuture();
        for (TaxedDocuments documents : taxed) {
            all = all.compose(done -> step.apply(documents));
        }
        return all;
    }
}
