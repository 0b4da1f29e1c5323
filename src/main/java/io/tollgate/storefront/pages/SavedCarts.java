package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.page.PageAddresses.FoundPage;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.sales.checkout.CartDrafts;
import io.tollgate.sales.checkout.CartDrafts.Cart;
import io.tollgate.sales.checkout.CartDrafts.Draft;
import io.tollgate.sales.checkout.OrderForm;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Saves the carts of pages while buyers fill them in, and restores them. */
record SavedCarts(CartDrafts drafts, CartLinks links, BuyerRateLimit rateLimit) {
    /** Inputs that belong to one request, and not to the cart. */
    private static final Set<String> OF_REQUEST = Set.of(Inputs.CSRF, Inputs.SCREEN_WIDTH, Inputs.ACTION);

    /** Parameters of the page's address that belong to one request, and not to the cart. */
    private static final Set<String> OF_VISIT =
            Set.of(CartLinks.PARAMETER, OwnOrderPages.PARAMETER, Display.EMBED, Display.LANGUAGE);

    private static final String INPUTS = "inputs";
    private static final String QUERY = "query";

    /** Saves the cart of a form. A cart that cannot be ordered at all is not saved. */
    Future<Void> save(PageRequest<? extends Hosted> open, OrderForm order) {
        Hosted hosted = open.hosted();
        if (!hosted.seller().savesContacts()) {
            return Future.succeededFuture();
        }
        RecordTokens.Key restored = key(open.ctx());
        String address = order.visit().clientIp();
        String inputs = encode(open.form(), BuyerRequest.parameters(open.ctx()));
        Cart cart = new Cart(
                hosted.page().id(),
                order,
                Objects.requireNonNull(order.visit().visitId()),
                inputs,
                restored != null && restored.scope().equals(hosted.scope()) ? restored.id() : null,
                () -> address == null || rateLimit.tryTakeCart(address));
        return drafts.save(hosted.scope(), cart)
                .recover(failure -> failure instanceof ApiError error && error.status() < 500
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }

    private RecordTokens.@Nullable Key key(RoutingContext ctx) {
        String token = BuyerRequest.parameters(ctx).get(CartLinks.PARAMETER);
        return token == null ? null : links.carts().key(token);
    }

    /** Returns a form and the query of its page as JSON, as {@link #decode} and {@link #path} read them. */
    static String encode(SubmittedForm form, Map<String, String> parameters) {
        JsonObject inputs = new JsonObject();
        form.values().forEach((name, values) -> {
            if (!OF_REQUEST.contains(name)) {
                inputs.put(name, new JsonArray(values));
            }
        });
        JsonObject query = new JsonObject();
        parameters.forEach((name, value) -> {
            if (!OF_VISIT.contains(name)) {
                query.put(name, value);
            }
        });
        return new JsonObject().put(INPUTS, inputs).put(QUERY, query).encode();
    }

    /**
     * The form of a page that is opened.
     *
     * @param notice key of the message that tells what happened to the cart; null if the address names none
     */
    record Restored(SubmittedForm form, @Nullable String notice) {
        static final Restored NOTHING = new Restored(SubmittedForm.EMPTY, null);
    }

    /** Returns the form of the cart that the address names. */
    Future<Restored> restore(RoutingContext ctx, FoundPage page) {
        RecordTokens.Key key = key(ctx);
        if (key == null || !key.scope().sellerId().equals(page.seller().id())) {
            return Future.succeededFuture(Restored.NOTHING);
        }
        return drafts.find(key.scope(), key.id())
                .map(draft -> draft == null || !draft.pageId().equals(page.id()) ? Restored.NOTHING : restored(draft));
    }

    private static Restored restored(Draft draft) {
        String saved = draft.inputs();
        if (saved == null) {
            return new Restored(SubmittedForm.EMPTY, "cart.gone");
        }
        return new Restored(decode(saved), "cart.restored");
    }

    /** Returns the form of saved inputs. */
    static SubmittedForm decode(String saved) {
        Map<String, List<String>> inputs = new LinkedHashMap<>();
        new JsonObject(saved)
                .getJsonObject(INPUTS)
                .forEach(input -> inputs.put(
                        input.getKey(),
                        ((JsonArray) input.getValue())
                                .stream().map(String::valueOf).toList()));
        return new SubmittedForm(inputs);
    }

    /** Returns the address of a page that restores a cart, with the query that its buyer has used. */
    static String path(Hosted hosted, Draft draft, String token) {
        String saved = draft.inputs();
        return path(hosted.path(), saved == null ? "{\"query\":{}}" : saved, CartLinks.PARAMETER, token);
    }

    /**
     * Returns the address of a page with the query of saved inputs.
     *
     * @param parameter the query parameter for the token
     */
    static String path(String pagePath, String saved, String parameter, String token) {
        JsonObject query = new JsonObject(saved).getJsonObject(QUERY).put(parameter, token);
        return pagePath + "?"
                + query.stream()
                        .map(one -> Display.encode(one.getKey()) + "=" + Display.encode(String.valueOf(one.getValue())))
                        .collect(Collectors.joining("&"));
    }
}
