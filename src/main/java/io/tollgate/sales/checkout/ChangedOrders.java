package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.records.Capacities;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.cart.ChosenVariant;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.purchase.CatalogReader;
import io.tollgate.sales.subscription.ChargedTerms;
import io.tollgate.sales.subscription.OrderedTerms;
import io.tollgate.sales.subscription.UpdateStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Prices the stored orders of subscriptions again, with another quantity or another price of the product. */
public record ChangedOrders(CatalogReader catalog) implements OrderedTerms {
    private static final String FIND = """
            SELECT kind, order_json, id, claims FROM checkout
            WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3 AND kind = 'SUBSCRIPTION'
            """;
    private static final String CLAIM =
            "UPDATE checkout SET claims = $4 WHERE seller_id = $1 AND livemode = $2 AND id = $3";

    private static final Comparator<Map.Entry<Capacities.Owner, Integer>> LOCK_ORDER = Comparator.comparing(
                    (Map.Entry<Capacities.Owner, Integer> claim) ->
                            claim.getKey().kind())
            .thenComparing(claim -> claim.getKey().id());

    /** What is ordered now. */
    private record Current(
            ProductOrder order,
            RequestedProduct product,
            Price price,
            @Nullable Instant reducedUntil) {}

    @Override
    public Future<@Nullable ChargedTerms> present(SqlConnection transaction, Scope scope, String subscriptionId) {
        return current(transaction, scope, subscriptionId)
                .map(current -> current == null ? null : terms(current, scope, new ArrayList<>()));
    }

    @Override
    public Future<ChargedTerms> changed(WriteContext write, String subscriptionId, Wish wish) {
        Scope scope = write.scope();
        return current(write.transaction(), scope, subscriptionId).compose(found -> {
            Current current = Objects.requireNonNull(found, "the subscription was ordered");
            return price(write, current, wish.priceId()).map(price -> {
                List<Problem> problems = new ArrayList<>();
                int quantity = wish.quantity() == null ? current.product().quantity() : wish.quantity();
                return terms(with(current, quantity, price), scope, problems);
            });
        });
    }

    @Override
    public Future<ChargedTerms> of(
            SqlConnection transaction, Scope scope, String subscriptionId, int quantity, String price) {
        return current(transaction, scope, subscriptionId).map(found -> {
            Current current = Objects.requireNonNull(found, "the subscription was ordered");
            return terms(with(current, quantity, OrderCodec.decodePrice(price)), scope, new ArrayList<>());
        });
    }

    private static Future<@Nullable Current> current(SqlConnection transaction, Scope scope, String subscriptionId) {
        return find(transaction, scope, subscriptionId, "").compose(row -> {
            if (row == null) {
                return Future.<@Nullable Current>succeededFuture(null);
            }
            ProductOrder order = (ProductOrder) OrderCodec.decode(row.getString(0), row.getString(1));
            SubscriptionCart cart = Objects.requireNonNull(
                    OrderPrice.subscription(order.place(List.of()).priced()));
            RequestedProduct product = order.form().product();
            Current ordered = new Current(order, product, cart.price(), cart.reducedUntil());
            return UpdateStore.latest(transaction, scope, subscriptionId)
                    .map(latest -> latest == null
                            ? ordered
                            : with(ordered, latest.quantity(), OrderCodec.decodePrice(latest.price())));
        });
    }

    private static Future<@Nullable Row> find(
            SqlConnection transaction, Scope scope, String subscriptionId, String lock) {
        return transaction
                .preparedQuery(FIND + lock)
                .execute(CheckoutStore.names(scope, subscriptionId))
                .map(rows -> {
                    for (Row row : rows) {
                        return row;
                    }
                    return null;
                });
    }

    private static Current with(Current current, int quantity, Price price) {
        RequestedProduct former = current.product();
        RequestedProduct product = new RequestedProduct(
                price.id(), quantity, price.payWhatYouWant() ? former.amount() : null, former.variants());
        return new Current(current.order(), product, price, current.reducedUntil());
    }

    /** Returns the price in the catalog; the present one if the request names none. */
    private Future<Price> price(WriteContext write, Current current, @Nullable String priceId) {
        if (priceId == null) {
            return Future.succeededFuture(current.price());
        }
        return catalog.checkoutPage(write, current.order().page().id()).map(page -> {
            Price price = page == null
                    ? null
                    : page.product().price(priceId).filter(Price::isEnabled).orElse(null);
            if (page == null
                    || price == null
                    || !page.product()
                            .id()
                            .equals(current.order().page().product().id())) {
                throw ApiError.invalid("priceId", "no such price of the product", priceId);
            }
            if (price.recurring() == null
                    || !price.recurring().hasSameInterval(current.price().recurring())) {
                throw ApiError.invalid("priceId", "must have the interval of the subscription", priceId);
            }
            if (!price.currency().equals(current.price().currency())) {
                throw ApiError.invalid("priceId", "must have the currency of the subscription", priceId);
            }
            if (price.payWhatYouWant()) {
                throw ApiError.invalid("priceId", "must be a price whose amount the buyer does not choose", priceId);
            }
            return price;
        });
    }

    private static ChargedTerms terms(Current current, Scope scope, List<Problem> problems) {
        ProductOrder order = current.order();
        Price price = current.price();
        CheckoutPage page = order.page();
        Product product = page.product();
        List<Price> prices = new ArrayList<>(product.prices());
        prices.removeIf(one -> Objects.equals(one.id(), price.id()));
        prices.add(price);
        CheckoutPage priced = page.withProduct(
                product.withPrices(price.id() == null ? price : product.price(), prices, product.defaultPriceId()));
        SubscriptionCart cart = SubscriptionCart.of(
                priced, current.product(), order.bumps(), null, order.tax(), order.placedAt(), problems);
        if (cart == null) {
            throw ApiError.invalid(problems);
        }
        return new ChargedTerms(
                OrderCodec.encodePrice(price),
                cart,
                SubscriptionTermsFactory.items(cart.regular()),
                scope.live() ? stock(product, cart) : Map.of(),
                current.reducedUntil());
    }

    private static Map<Capacities.Owner, Integer> stock(Product product, SubscriptionCart cart) {
        Map<Capacities.Owner, Integer> stock = new HashMap<>();
        stock.put(new Capacities.Owner(Capacities.Kind.PRODUCT, product.id()), cart.quantity());
        for (ChosenVariant chosen : cart.variants()) {
            for (ChosenVariant.Option option : chosen.options()) {
                stock.merge(
                        new Capacities.Owner(
                                Capacities.Kind.VARIANT_OPTION, option.option().id()),
                        option.quantity(),
                        Integer::sum);
            }
        }
        return stock;
    }

    @Override
    public Future<Void> move(
            SqlConnection transaction, Scope scope, String subscriptionId, Map<Capacities.Owner, Integer> difference) {
        if (difference.isEmpty()) {
            return Future.succeededFuture();
        }
        List<Map.Entry<Capacities.Owner, Integer>> all = new ArrayList<>(difference.entrySet());
        all.sort(LOCK_ORDER);
        return find(transaction, scope, subscriptionId, "FOR UPDATE").compose(row -> {
            Row checkout = Objects.requireNonNull(row, "the subscription was ordered");
            Tuple claims = CheckoutStore.names(scope, checkout.getString(2))
                    .addValue(claims(checkout.getJsonArray(3), difference));
            Future<Void> moved = Future.succeededFuture();
            for (Map.Entry<Capacities.Owner, Integer> one : all) {
                moved = moved.compose(before -> move(transaction, scope, one.getKey(), one.getValue()));
            }
            return moved.compose(
                    done -> transaction.preparedQuery(CLAIM).execute(claims).mapEmpty());
        });
    }

    @Override
    public Future<Void> requireStock(
            SqlConnection transaction, Scope scope, Map<Capacities.Owner, Integer> quantities) {
        Future<Void> all = Future.succeededFuture();
        for (Map.Entry<Capacities.Owner, Integer> one : quantities.entrySet()) {
            all = all.compose(before -> Capacities.has(transaction, scope, one.getKey(), one.getValue()))
                    .map(left -> {
                        if (!left) {
                            throw soldOut();
                        }
                        return null;
                    });
        }
        return all;
    }

    private static ApiError soldOut() {
        return ApiError.conflict("sold_out", "This is sold out, or fewer are left than requested.");
    }

    private static Future<Void> move(SqlConnection transaction, Scope scope, Capacities.Owner owner, int quantity) {
        Future<Boolean> moved = quantity > 0
                ? Capacities.claim(transaction, scope, owner.kind(), owner.id(), quantity)
                : Capacities.release(transaction, scope, owner.kind(), owner.id(), -quantity);
        return moved.map(done -> {
            if (!done && quantity > 0) {
                throw soldOut();
            }
            if (!done) {
                throw new IllegalStateException("a subscription released stock that was not claimed");
            }
            return null;
        });
    }

    private static JsonArray claims(JsonArray stored, Map<Capacities.Owner, Integer> difference) {
        JsonArray claims = new JsonArray();
        for (Object element : stored) {
            JsonArray claim = (JsonArray) element;
            Capacities.Kind kind = Capacities.Kind.valueOf(claim.getString(0));
            int change = difference.getOrDefault(new Capacities.Owner(kind, claim.getString(1)), 0);
            claims.add(new JsonArray()
                    .add(claim.getString(0))
                    .add(claim.getString(1))
                    .add(((Number) claim.getValue(2)).intValue() + change));
        }
        return claims;
    }
}
