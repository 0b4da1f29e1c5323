package io.tollgate.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A seller with pages of two promoters, and a key that is restricted to those of one. */
abstract class TwoPromoters {
    static final String UNKNOWN = "65f0c0ffee0123456789abcd";
    static final String SECRET = "Hedy Lamarr";
    static final String OWN = "Ada Lovelace";

    final TestShop shop = TestShop.open();
    final TestSeller seller = shop.seller();
    final TestApi all = seller.live();
    final Set<Shelf> own = Set.of(event("Own"), page("Own"), form("Own"));
    final Set<Shelf> others = Set.of(event("Other"), page("Other"), form("Other"));
    final TestApi limited = shop.gateway().api(key(own).get("key").textValue());

    Shelf event(String name) {
        return shop.event(
                "{'name': '" + name + "', 'eventDetails': {'currency': 'eur'}, 'ticketGroups': [{'name': 'Hall',"
                        + " 'ticketTypes': [{'name': 'Seat', 'pricing': 'paid', 'price': 1000, 'capacity': 100}]}],"
                        + " 'fields': [{'label': 'Diet of " + name + "', 'element': 'text'}]}");
    }

    Shelf page(String name) {
        return shop.page("{'name': '" + name + "', 'productData': {'title': 'Mug', 'prices': [{'amount': 1000,"
                + " 'currency': 'eur'}]}}");
    }

    Shelf form(String name) {
        return shop.form("{'name': '" + name + "'}");
    }

    JsonNode key(Set<Shelf> pages) {
        ObjectNode body = (ObjectNode) TestApi.json("{\"label\": \"Promoter\", \"preset\": \"full\"}");
        pages.forEach(page -> body.withArray("pages").add(page.id()));
        return all.post("/v1/api-keys", body.toString()).expect(201).json().get("data");
    }

    /** Returns the page of a resource's type, or an event for records. */
    static Shelf of(Set<Shelf> pages, Resource resource) {
        return of(
                pages,
                switch (resource.path()) {
                    case "/v1/forms" -> "form";
                    case "/v1/checkout-pages" -> "checkout";
                    default -> "event";
                });
    }

    static Shelf of(Set<Shelf> pages, String type) {
        return pages.stream()
                .filter(page -> page.record().get("type").textValue().equals(type))
                .findFirst()
                .orElseThrow();
    }

    static List<Resource> restricted() {
        return TestEndpoints.resources().stream()
                .filter(resource -> resource.pageField() != null)
                .toList();
    }

    /** Returns the id of a record of other pages, for each resource whose records belong to pages. */
    Map<String, String> records(Set<Shelf> pages, String name) {
        Map<String, String> ids = new HashMap<>();
        for (Resource resource : restricted()) {
            String id = of(pages, resource).id();
            ids.put(resource.path(), resource.recorded() ? record(resource, id, name) : id);
        }
        return ids;
    }

    String record(Resource resource, String pageId, String name) {
        ObjectNode record = seller.create(resource, true, made -> {
            made.put("pageId", pageId);
            if (made.has("customerName")) {
                made.put("customerName", name);
            }
        });
        return record.get("id").textValue();
    }
}
