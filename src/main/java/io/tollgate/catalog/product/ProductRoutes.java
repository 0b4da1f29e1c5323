package io.tollgate.catalog.product;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.ChargeableAmounts;
import io.tollgate.catalog.page.RoundTrip;
import io.tollgate.catalog.product.ProductDraft.Facts;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.QueryParameter;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Map;

/** Endpoints that create order bumps, and that update and delete products. */
public final class ProductRoutes {
    private static final String ONE = "/v1/products/{productId}";
    private static final int BYTES_MAX = 512 * 1024;
    private static final Composition.Factory COMPOSED = catalog -> new ProductComposition(catalog)::compose;

    private static final QueryParameter FROM_ALL_PAGES = new QueryParameter("fromAllPages", Type.BOOLEAN);

    private static final Body CREATE =
            Body.of("ProductCreate", """
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
                    """, Products.bump()).upTo(BYTES_MAX);

    private static final Body CHANGE =
            Body.of("ProductChange", """
                    {
                      "title": "Handbook, second edition",
                      "description": "<p>Everything, and more.</p>",
                      "price": { "amount": 2900, "discountedFromPrice": 3900, "label": "One copy" },
                      "hasUnlimitedStock": false,
                      "stock": 100
                    }
                    """, Products.SCHEMA.change()).notEmpty().upTo(BYTES_MAX);

    private final WriteExecutor writes;

    public ProductRoutes(WriteExecutor writes) {
        this.writes = writes;
    }

    public List<Endpoint> all() {
        return List.of(create(), change(), delete());
    }

    private Endpoint create() {
        Writing writing = Writing.of("createProduct", """
                Creates an order bump: a product that pages can offer in addition to what they sell. Without \
                `price`, it has a one-time price of 0 usd. Pay-what-you-want and payment plans are not allowed. The \
                product of a checkout page is created with its page.""", CREATE).creating();
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
                Updates the product of a checkout page, or an order bump. Fields that are not sent keep their \
                values; null clears a field or restores its default. `price` changes the default price. Lists are \
                replaced. A price, variant or option with the `id` of a stored one updates that one; stored ones \
                that are not sent are removed. A price without an `id` is new and receives an id. How a price is \
                charged cannot be changed. If the product has been bought, prices, variants and options cannot be \
                removed, and currency and interval of a price cannot be changed: 409 `already_bought`. A product \
                and the order bumps of its page have one currency: 409 `order_bump_in_use`. `stock` sets the number \
                of units left.""", CHANGE);
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
                        .compose(former -> update(write, page, former, input)
                                .compose(stored -> write.answer(200, Products.RESOURCE, stored, COMPOSED))));
    }

    private static Future<Stored> update(WriteContext write, ProductPage page, Stored former, Input input) {
        ObjectNode before = former.record();
        String role = before.path("role").asText();
        return page.isBought(write)
                .compose(bought -> ProductReferences.check(write, input).map(images -> {
                    Facts facts = new Facts(role, "", write.now(), write::newId, images, bought);
                    ObjectNode product = ProductDraft.of(before, input, facts);
                    RoundTrip.validate(Products.SCHEMA.change(), input, before, product);
                    input.check();
                    return product;
                }))
                .compose(product ->
                        validateCurrency(write, page, before, product).map(product))
                .compose(product -> write.update(Products.RESOURCE, former, product, Map.of())
                        .compose(stored -> Stock.write(write, before, product)
                                .compose(done -> page.updateSearchText(write, product))
                                .map(stored)));
    }

    private static Future<Void> validateCurrency(
            WriteContext write, ProductPage page, ObjectNode before, ObjectNode product) {
        String currency = product.at("/price/currency").asText();
        if (before.at("/price/currency").asText().equals(currency)) {
            return Future.succeededFuture();
        }
        String pageId = page.pageId();
        return pageId == null
                ? page.lockProduct(write).compose(locked -> BumpCurrency.ofProduct(write, page.productId(), currency))
                : BumpCurrency.ofPage(write, pageId, currency)
                        .compose(done -> page.document(write))
                        .map(sold -> {
                            ChargeableAmounts.requirePage(sold, currency, "price.currency");
                            return null;
                        });
    }

    private Endpoint delete() {
        Writing writing = Writing.of("deleteProduct", """
                        Deletes an order bump. Returns 400 while pages offer it. With `fromAllPages=true`, it is \
                        detached from them first. The product of a checkout page cannot be deleted (409 \
                        `product_of_page`), nor a product that has been bought (409 `already_bought`).""", Body.NONE)
                .withResponseSchema(Endpoint.Schema.DELETED)
                .withParameters(FROM_ALL_PAGES);
        return writes.endpoint(
                HttpMethod.DELETE, ONE, "Delete one product", Products.RESOURCE, writing, ProductRoutes::delete);
    }

    private static WriteExecutor.Command delete(Request request) {
        request.input(Body.NONE, List.of(FROM_ALL_PAGES), "productId").check();
        String id = request.id("productId");
        boolean fromAllPages = request.flag("fromAllPages");
        return write -> ProductPage.lock(write, id)
                .compose(page -> page.lockProduct(write)
                        .compose(done -> write.lock(Products.RESOURCE, id, COMPOSED))
                        .compose(former -> page.prepareDelete(write, fromAllPages)
                                .compose(done -> write.delete(Products.RESOURCE, former))
                                .compose(deleted -> Stock.delete(write, former.record()))))
                .map(deleted -> ApiResponse.deleted(Products.RESOURCE.noun()));
    }
}
