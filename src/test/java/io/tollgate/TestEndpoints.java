package io.tollgate;

import io.tollgate.clock.Clock;
import io.tollgate.http.Endpoint;
import io.tollgate.http.ResourceRoutes;
import io.tollgate.page.PageComposition;
import io.tollgate.records.Catalogue;
import io.tollgate.records.Records;
import io.tollgate.resource.Resource;
import io.tollgate.seller.Sellers;
import java.util.List;

/** What the gateway lists and mounts, for tests that loop over all of it. */
public final class TestEndpoints {
    private TestEndpoints() {}

    /** Every kind of record. */
    public static List<Resource> resources() {
        return Endpoints.RESOURCES;
    }

    /** Those that have a paged list. */
    public static List<Resource> paged() {
        return ENDPOINTS.stream()
                .filter(endpoint -> endpoint.shape() == Endpoint.Shape.LIST)
                .map(Endpoint::resource)
                .toList();
    }

    private static final List<Endpoint> ENDPOINTS = of(new Records(null), null);

    /** Every endpoint below /v1; good for what it says of itself, not for asking it. */
    public static List<Endpoint> all() {
        return ENDPOINTS;
    }

    /** The same endpoints on storage of a test's own making. */
    public static List<Endpoint> of(Records records, Catalogue catalogue) {
        PageComposition pages = new PageComposition(catalogue, new Sellers(null), "http://localhost");
        return Endpoints.of(new ResourceRoutes(records), catalogue, pages, (scope, record) -> record, Clock.SYSTEM);
    }
}
