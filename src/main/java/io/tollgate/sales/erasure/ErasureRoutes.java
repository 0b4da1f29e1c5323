package io.tollgate.sales.erasure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.customer.Customers;
import io.tollgate.accounts.customer.Pseudonym;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.PersonalValues;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;

/**
 * The endpoints that erase a customer and show the progress.
 *
 * @param steps of the task, which count what a preview shows
 */
public record ErasureRoutes(WriteExecutor writes, List<ErasureStep> steps) {
    private static final String ONE = "/v1/customers/{customerId}";
    private static final String ID = "customerId";
    static final String ROUTE = "DELETE " + ONE;

    private static final Body ERASE = Body.of(
                    "CustomerErasureRequest",
                    "{ \"dryRun\": false }",
                    Field.bool("dryRun")
                            .doc("`true`: only shows what would be erased, what would stay, and what keeps the "
                                    + "customer from being erased, like the query parameter.")
                            .defaultsTo(false))
            .asOptional();

    public ErasureRoutes {
        steps = List.copyOf(steps);
    }

    public List<Endpoint> all() {
        return List.of(erase(), show());
    }

    private Endpoint erase() {
        Writing writing = Writing.of("eraseCustomer", """
                Erases the personal data of a customer: in records, answers, files, messages, saved carts, stored \
                responses, events, the audit log, and at the payment processor. Amounts, countries, invoices and \
                credit notes stay. The response is 202: a task erases, and `GET \
                /v1/customers/{customerId}/erasure` shows the progress and then the certificate. Erasure cannot be \
                undone. A repeated request returns the erasure that was begun. With `dryRun`, the response is 200 and \
                nothing is changed. Returns 409 `customer_not_erasable` with the reasons while a subscription runs, \
                an order is open or not paid, a refund is pending, or a dispute is open.\
                """, ERASE).beginning().withResponseSchema(ErasureEncoder.SCHEMA);
        return writes.endpoint(HttpMethod.DELETE, ONE, "Erase one customer", Customers.RESOURCE, writing, this::erase);
    }

    private WriteExecutor.Command erase(Request request) {
        Input input = request.input(ERASE, ID);
        input.check();
        String id = request.id(ID);
        boolean preview = request.isDryRun() || input.bool("dryRun", false);
        return write -> preview ? preview(write, id) : erase(write, id);
    }

    private Future<ApiResponse> preview(WriteContext write, String id) {
        return write.lock(write.scope(), Customers.RESOURCE, id).compose(stored -> {
            ErasedCustomer customer = customer(write, stored);
            JsonObject erased = new JsonObject();
            Future<Void> counted = Future.succeededFuture();
            for (ErasureStep step : steps) {
                counted = counted.compose(done -> step.count(write, customer)).map(rows -> {
                    if (rows != null) {
                        ErasureStore.add(erased, step.kind(), rows);
                    }
                    return null;
                });
            }
            return counted.compose(done -> CustomerErasureTask.kept(write, customer))
                    .compose(kept -> ErasureObstacles.find(write, customer)
                            .map(obstacles ->
                                    ErasureEncoder.preview(id, erased, kept.put("processor-customers", 0L), obstacles)))
                    .map(shown -> response(200, shown));
        });
    }

    private static Future<ApiResponse> erase(WriteContext write, String id) {
        return ErasureStore.insert(write, id)
                .compose(inserted -> inserted ? begin(write, id).map(begun -> 202) : continued(write, id))
                .compose(status -> ErasureStore.lock(write, id)
                        .map(erasure -> response(status, ErasureEncoder.of(Objects.requireNonNull(erasure)))));
    }

    /** Continues an erasure that was given up. */
    private static Future<Integer> continued(WriteContext write, String id) {
        return ErasureStore.lock(write, id).compose(erasure -> {
            if (erasure == null || erasure.done()) {
                return Future.succeededFuture(200);
            }
            return erasure.failed() ? CustomerErasureTask.schedule(write, id).map(202) : Future.succeededFuture(202);
        });
    }

    /**
     * Erases the customer itself at once: a purchase that follows with the same address is one of a new customer. The
     * audit entry of this change is erased by the task.
     */
    private static Future<Void> begin(WriteContext write, String id) {
        return write.lock(write.scope(), Customers.RESOURCE, id).compose(stored -> {
            ErasedCustomer customer = customer(write, stored);
            return ErasureObstacles.find(write, customer)
                    .compose(obstacles -> {
                        if (!obstacles.isEmpty()) {
                            throw ErasureObstacles.refusal(obstacles);
                        }
                        return ErasureStore.identify(write, customer);
                    })
                    .compose(done -> write.update(
                            write.scope(),
                            Customers.RESOURCE,
                            stored,
                            new PersonalValues(customer.pseudonym())
                                    .erase(Customers.RESOURCE.fields(), stored.record())))
                    .compose(done -> CustomerErasureTask.schedule(write, id));
        });
    }

    private static ErasedCustomer customer(WriteContext write, Stored stored) {
        ObjectNode record = stored.record();
        String email = record.path("email").asText();
        String processorId = record.path("processorCustomerId").textValue();
        return ErasureStore.requested(
                write,
                record.path("id").textValue(),
                Pseudonym.is(email) ? List.of() : List.of(email),
                processorId == null ? List.of() : List.of(processorId));
    }

    private Endpoint show() {
        return new Endpoint(
                        HttpMethod.GET,
                        ONE + "/erasure",
                        "Get the erasure of one customer",
                        Endpoint.Shape.RECORD,
                        Customers.RESOURCE,
                        this::show)
                .withResponseSchema(ErasureEncoder.SCHEMA);
    }

    private Future<ApiResponse> show(Request request) {
        String id = request.ids(ID).get(0);
        return ErasureStore.find(writes.database(), request.caller().writing(), id)
                .map(erasure -> {
                    if (erasure == null) {
                        throw ApiError.notFound("Erasure");
                    }
                    return response(200, ErasureEncoder.of(erasure));
                });
    }

    private static ApiResponse response(int status, JsonObject erasure) {
        return ApiResponse.of(
                status, Buffer.buffer(new JsonObject().put("data", erasure).encode()));
    }
}
