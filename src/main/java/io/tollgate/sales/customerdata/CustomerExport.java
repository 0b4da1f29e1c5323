package io.tollgate.sales.customerdata;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.export.ArchiveSection;
import io.tollgate.platform.export.ExportSource;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sends the data of a customer as a ZIP file: an entry with JSON for each kind of data, the files that the customer
 * uploaded, and the documents of the orders. {@code api.md} lists what is not included. Each page is one short
 * statement, so that a customer with many records occupies neither a transaction nor much memory.
 */
public record CustomerExport(Database database, Records records, Exports exports, CustomerFiles files) {
    public Endpoint endpoint() {
        return new Endpoint(
                HttpMethod.GET,
                Customers.RESOURCE.path() + "/{customerId}/export",
                "Export the data of one customer",
                Endpoint.Shape.ARCHIVE,
                Customers.RESOURCE,
                this::export);
    }

    private Future<ApiResponse> export(Request request) {
        String id = request.ids("customerId").get(0);
        Scope scope = request.caller().writing();
        return records.get(scope, Customers.RESOURCE, id)
                .compose(customer ->
                        exports.archive(request, scope, "customer-" + id + ".zip", sections(scope, id, customer)));
    }

    private List<ArchiveSection> sections(Scope scope, String id, Buffer customer) {
        List<ArchiveSection> sections = new ArrayList<>();
        sections.add(ArchiveSection.array("customers.json", ExportSource.of(List.of(customer))));
        for (Resource resource : CustomerStatement.RECORDS) {
            ListRequest ofCustomer = ListRequest.parse(resource, List.of(Map.entry("customerId", id)));
            sections.add(ArchiveSection.records(resource.name() + ".json", records, scope, ofCustomer));
        }
        String address = customer.toJsonObject().getString("email");
        for (CustomerStatement statement : CustomerStatement.ALL) {
            String wanted = statement.byAddress() ? address : id;
            sections.add(ArchiveSection.array(
                    statement.name() + ".json", new CustomerRows(database, scope, statement, wanted)));
        }
        sections.addAll(files.sections(scope, id));
        return sections;
    }
}
