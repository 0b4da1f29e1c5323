package io.tollgate.accounts.customer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.db.SqlState;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;

/** The endpoint that updates customers. */
public record CustomerRoutes(WriteExecutor writes) {
    private static final Body CHANGE =
            Body.of("CustomerChange", """
                    {
                      "name": "Anna Meyer",
                      "email": "anna.meyer@example.com",
                      "companyName": null,
                      "address": { "line1": "Elm Street 1", "city": "Utrecht", "country": "NL" }
                    }
                    """, Customers.SCHEMA.change()).notEmpty();

    public Endpoint change() {
        Writing writing = Writing.of("updateCustomer", """
                Omitted fields keep their values; null clears a field. `address` and `shipping` change only the \
                fields that they contain. The email address is trimmed, converted to lower case, and cannot be \
                cleared. Returns 409 `email_taken` if another customer of the same mode has it, and \
                409 `customer_erased` if the customer was erased.""", CHANGE);
        return writes.endpoint(
                HttpMethod.PATCH,
                "/v1/customers/{customerId}",
                "Update one customer",
                Customers.RESOURCE,
                writing,
                CustomerRoutes::change);
    }

    private static WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "customerId");
        AddressInput.check(input);
        AddressInput.check(input.object("shipping"));
        input.check();
        String id = request.id("customerId");
        return write -> write.lock(write.scope(), Customers.RESOURCE, id)
                .compose(former -> {
                    ObjectNode record = former.record().deepCopy();
                    if (Pseudonym.is(record.path("email").asText())) {
                        throw ApiError.conflict("customer_erased", "The data of this customer was erased.");
                    }
                    input.mergeInto(record);
                    return write.update(write.scope(), Customers.RESOURCE, former, record);
                })
                .map(record -> ApiResponse.record(200, record))
                .recover(CustomerRoutes::emailTaken);
    }

    /** Converts a violated unique constraint: the only unique field of a customer is the email address. */
    private static Future<ApiResponse> emailTaken(Throwable failure) {
        return Future.failedFuture(
                SqlState.isTaken(failure)
                        ? ApiError.conflict("email_taken", "Another customer has this email address")
                        : failure);
    }
}
