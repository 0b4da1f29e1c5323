package io.tollgate.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.http.ApiResponse;
import io.tollgate.http.Composition;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.QueryParameter;
import io.tollgate.input.Request;
import io.tollgate.product.ProductDraft.Facts;
import io.tollgate.records.Records.Stored;
import io.tollgate.resource.Type;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Creates products that pages offer beside their own; changes and deletes products. */
public final class ProductRoutes {
    private static final String ONE = "/v1/products/{productId}";
    private static final int BYTES_MAX = 512 * 1024;
    private static final Composition.Over COMPOSED = catalogue -> new ProductComposition(catalogue)::compose;

    private static final QueryParameter FROM_ALL_PAGES = new QueryParameter("fromAllPages", Type.BOOLEAN);

    private static final Body CREATE = Body.of(
                    "ProductCreate",
                    """
                    {
                      "role": "orderbump",
                      "title": "Gift card",
                      "shortDescription": "A card with your words.",
                      "headingText": "Make it a gift",
                      "callToActionText": "Add it",
                      "features": [ { "text": "Printed on linen", "icon": "gift" } ],
                      "price": { "amount": 700, "currency": "eur" },
                      "stock": 250
                    }
                    """,
                    Stream.concat(
                                    Stream.of(
                                            Key.oneOf("role", "orderbump").needed(),
                                            Key.text("title", 200).needed()),
                                    Arrays.stream(ProductBody.KEYS)
                                            .filter(key -> !key.name().equals("title")))
                            .toArray(Key[]::new))
            .upTo(BYTES_MAX);

    private static final Body CHANGE = Body.of("ProductChange", """
                    {
                      "title": "Handbook, second edition",
                      "description": "<p>Everything, and more.</p>",
                      "price": { "amount": 2900, "discountedFromPrice": 3900, "label": "One copy" },
                      "hasUnlimitedStock": false,
                      "stock": 100
                    }
                    """, ProductBody.ROUND_TRIP.among(ProductBody.KEYS))
            .notEmpty()
            .upTo(BYTES_MAX);

    private final WriteExecutor writes;

    public ProductRoutes(WriteExecutor writes) {
        this.writes = writes;
    }

    public List<Endpoint> all() {
        return List.of(create(), change(), delete());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createProduct", """
                Makes a product that pages can offer beside their own: an order bump. Its price is a one-time one \
                of 0 usd where none is sent; it can be neither pay-what-you-want nor a payment plan. The product \
                that a checkout page sells is made with its page.""", CREATE).creating();
        return writes.endpoint(
                HttpMethod.POST, "/v1/products", "Create a product", Products.RESOURCE, writing, ProductRoutes::create);
    }

    private static WriteExecutor.Command create(Request request) {
        Input input = request.input(CREATE);
        ProductBody.checkBump(input);
        input.check();
        return write -> NewProducts.insertBump(write, input)
                .compose(stored -> write.answer(201, Products.RESOURCE, stored, COMPOSED));
    }

    private Endpoint change() {
        Writing writing = Writing.of("updateProduct", """
                Changes the product of a checkout page, or an order bump. What is not sent is kept, and null \
                clears. `price` changes the default price. Lists are replaced whole: a price, a variant or an \
                option with the `id` of a stored one is that one, and keeps what is not sent; those that are left \
                out are gone. A price without an `id` is a new one, and gets an id of ours. How a price is \
                charged stays as it is, and of a product that has been bought nothing that purchases refer to can \
                go, nor change currency or rhythm: 409 `already_bought`. A product and the order bumps beside it \
                have one currency: 409 `order_bump_in_use`. `stock` is what is left from now on.""", CHANGE);
        return writes.endpoint(
                HttpMethod.PATCH, ONE, "Update one product", Products.RESOURCE, writing, ProductRoutes::change);
    }

    private static WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "productId");
        ProductBody.checkChange(input);
        input.check();
        String id = request.id("productId");
        return write -> ProductPage.lock(write, id)
                .compose(page -> write.lock(Products.RESOURCE, id, COMPOSED)
                        .compose(former -> changed(write, page, former, input)
                                .compose(stored -> write.answer(200, Products.RESOURCE, stored, COMPOSED))));
    }

    private static Future<Stored> changed(WriteContext write, ProductPage page, Stored former, Input input) {
        ObjectNode before = former.record();
        String role = before.path("role").asText();
        return page.bought(write)
                .compose(bought -> ProductReferences.check(write, input).map(images -> {
                    Facts facts = new Facts(role, "", write.now(), write::newId, images, bought);
                    ObjectNode product = ProductDraft.of(before, input, facts);
                    ProductBody.ROUND_TRIP.validate(input, before, product);
                    input.check();
                    return product;
                }))
                .compose(product -> priced(write, page, before, product).map(product))
                .compose(product -> write.update(Products.RESOURCE, former, product, Map.of())
                        .compose(stored -> Stock.write(write, before, product)
                                .compose(done -> page.titled(write, product))
                                .map(stored)));
    }

    private static Future<Void> priced(WriteContext write, ProductPage page, ObjectNode before, ObjectNode product) {
        String currency = product.at("/price/currency").asText();
        if (before.at("/price/currency").asText().equals(currency)) {
            return Future.succeededFuture();
        }
        String pageId = page.pageId();
        return pageId == null
                ? page.lockWhole(write).compose(held -> BumpCurrency.ofProduct(write, page.productId(), currency))
                : BumpCurrency.ofPage(write, pageId, currency);
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteProduct", """
                        Deletes an order bump. 400 while pages offer it, but with `fromAllPages=true`, which takes \
                        it from them. The product of a checkout page goes with its page: 409 `product_of_page`. \
                        What has been bought is kept: 409 `already_bought`.""", Body.NONE)
                .answering(Endpoint.Schema.DELETED)
                .taking(FROM_ALL_PAGES);
        return writes.endpoint(
                HttpMethod.DELETE, ONE, "Delete one product", Products.RESOURCE, writing, ProductRoutes::delete);
    }

    private static WriteExecutor.Command delete(Request request) {
        request.input(Body.NONE, List.of(FROM_ALL_PAGES), "productId").check();
        String id = request.id("productId");
        boolean fromAllPages = request.flag("fromAllPages");
        return write -> ProductPage.lock(write, id)
                .compose(page -> page.lockWhole(write)
                        .compose(done -> write.lock(Products.RESOURCE, id, COMPOSED))
                        .compose(former -> page.release(write, fromAllPages)
                                .compose(free -> write.delete(Products.RESOURCE, former))
                                .compose(gone -> Stock.forget(write, former.record()))))
                .map(gone -> ApiResponse.deleted(Products.RESOURCE.noun()));
    }
}
