package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages;
import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.PageStatus;
import io.tollgate.catalog.model.PageTexts.Redirect;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.secret.RecordTokens;
import io.tollgate.pricing.Quote;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.checkout.AgentCarts;
import io.tollgate.sales.checkout.AgentCarts.AgentCart;
import io.tollgate.sales.checkout.Checkouts;
import io.tollgate.sales.purchase.Visit;
import io.tollgate.sales.tax.TaxState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The checkout sessions of buying agents. A session is a cart of a hosted page: the page's own code validates and
 * prices it, and the buyer finishes it on the page. It reserves nothing, and contains nothing about the buyer.
 *
 * @param tokens signs the ids of sessions
 */
record UcpSessions(
        HostedPages pages,
        Checkouts checkouts,
        AgentCarts carts,
        Types types,
        RecordTokens tokens,
        CartLinks links,
        UcpDocuments documents) {
    /** The kinds of pages that sell. */
    record Types(ProductPages products, EventPages events) {}

    /** A cart with its price. */
    private record Priced(Hosted hosted, UcpCart cart, Quote quote, List<UcpMessage> messages) {}

    /** A stored session with the page that sells it now. */
    private record Open(RecordTokens.Key key, AgentCart cart, Hosted hosted) {}

    /** Returns the published page of lines. They must be of one page. */
    Future<Hosted> page(List<UcpLine> lines) {
        UcpLine first = lines.get(0);
        for (int i = 1; i < lines.size(); i++) {
            UcpLine line = lines.get(i);
            if (!line.seller().equals(first.seller()) || !line.slug().equals(first.slug())) {
                throw UcpRefusal.of(
                        UcpRefusal.COMBINATION,
                        UcpMessage.line(i, "item.id"),
                        "A session sells items of one page. Create a session for each page.");
            }
        }
        return pages.addresses()
                .find(first.seller(), first.slug())
                .compose(found -> found == null || found.kind() == PageKind.FORM
                        ? Future.<@Nullable Hosted>succeededFuture(null)
                        : pages.complete(found, Map.of()).map(hosted -> hosted))
                .map(hosted -> {
                    if (hosted == null || !isPublic(hosted)) {
                        throw UcpRefusal.unavailable(0);
                    }
                    return hosted;
                });
    }

    /** Returns whether everyone can buy from a page: it is published, and shows itself. */
    private static boolean isPublic(Hosted hosted) {
        Redirect redirect = hosted.redirect();
        return hosted.page().status() == PageStatus.PUBLISHED
                && (redirect == null || !redirect.enabled() || redirect.url() == null);
    }

    Future<JsonObject> create(RoutingContext ctx, Hosted hosted, List<UcpLine> lines) {
        return price(ctx, hosted, lines)
                .compose(priced -> carts.create(
                                hosted.scope(),
                                hosted.page().id(),
                                priced.cart().kind(),
                                inputs(priced, lines))
                        .map(cart -> document(tokens.sign(hosted.scope(), cart.id()), cart, priced, status(priced))));
    }

    Future<JsonObject> get(RoutingContext ctx, String id) {
        return open(id).compose(open -> price(ctx, open.hosted(), lines(open))
                .map(priced -> document(id, open.cart(), priced, status(priced))));
    }

    /** Replaces the lines of a session. They are of the same page. */
    Future<JsonObject> update(RoutingContext ctx, String id, List<UcpLine> lines) {
        return open(id).compose(open -> page(lines).compose(hosted -> {
            if (!hosted.page().id().equals(open.hosted().page().id())
                    || !hosted.scope().equals(open.key().scope())) {
                throw UcpRefusal.of(
                        UcpRefusal.COMBINATION,
                        UcpMessage.line(0, "item.id"),
                        "A session keeps its page. Create a session for each page.");
            }
            return price(ctx, hosted, lines)
                    .compose(priced -> carts.save(
                                    hosted.scope(),
                                    open.cart().id(),
                                    priced.cart().kind(),
                                    inputs(priced, lines))
                            .map(saved -> {
                                if (!saved) {
                                    throw UcpRefusal.notFound();
                                }
                                return document(id, open.cart(), priced, status(priced));
                            }));
        }));
    }

    /** Deletes a session. The response is its last state. */
    Future<JsonObject> cancel(RoutingContext ctx, String id) {
        return open(id).compose(
                        open -> carts.delete(open.key().scope(), open.cart().id())
                                .compose(deleted -> price(ctx, open.hosted(), lines(open)))
                                .map(priced -> document(id, open.cart(), priced, UcpDocuments.CANCELED)));
    }

    /** Finds a session whose page still sells in the same mode. */
    private Future<Open> open(String id) {
        RecordTokens.Key key = tokens.key(id);
        if (key == null) {
            throw UcpRefusal.notFound();
        }
        return carts.find(key.scope(), key.id()).compose(cart -> {
            if (cart == null) {
                throw UcpRefusal.notFound();
            }
            return pages.byId(key.scope().sellerId(), cart.pageId()).map(hosted -> {
                if (hosted == null || !isPublic(hosted) || !hosted.scope().equals(key.scope())) {
                    throw UcpRefusal.unavailable(0);
                }
                return new Open(key, cart, hosted);
            });
        });
    }

    private static List<UcpLine> lines(Open open) {
        return UcpLine.restore(open.cart().inputs(), open.hosted());
    }

    private static String inputs(Priced priced, List<UcpLine> lines) {
        return UcpLine.save(SavedCarts.encode(priced.cart().form(), Map.of()), lines);
    }

    private Future<Priced> price(RoutingContext ctx, Hosted hosted, List<UcpLine> lines) {
        Messages messages = Messages.of("en", null).in(hosted.seller().zone());
        return hosted instanceof HostedEvent event
                ? price(ctx, types.events(), event, messages, lines)
                : price(ctx, types.products(), (HostedPage) hosted, messages, lines);
    }

    private <P extends Hosted> Future<Priced> price(
            RoutingContext ctx, SellingPageType<P> type, P hosted, Messages messages, List<UcpLine> lines) {
        UcpCart cart = UcpCart.of(hosted, messages, lines);
        PageRequest<P> open =
                new PageRequest<>(ctx, hosted, hosted, cart.form(), messages, "", Display.PLAIN, OpenOrders.NONE);
        String closed = type.closed(open);
        if (closed != null) {
            throw UcpRefusal.of(UcpRefusal.UNAVAILABLE, UcpMessage.line(0, "item.id"), closed);
        }
        return new LivePrices<>(type, checkouts).of(open, Visit.of(Map.of())).map(live -> priced(open, cart, live));
    }

    private static Priced priced(PageRequest<? extends Hosted> open, UcpCart cart, LiveOrder live) {
        Hosted hosted = open.hosted();
        List<UcpMessage> problems = problems(open, cart, live.errors());
        Quote quote = live.price().quote();
        if (quote == null) {
            throw problems.isEmpty()
                    ? unpriced(live)
                    : new UcpRefusal(
                            problems.stream().map(UcpMessage::unrecoverable).toList());
        }
        List<UcpMessage> messages = new ArrayList<>(problems);
        if (live.isLeast()) {
            messages.add(UcpMessage.warning(
                    "choices_missing",
                    "$.totals",
                    "The buyer chooses options on the page. The total is the lowest that is possible."));
        }
        if (live.price().tax() != TaxState.FINAL) {
            messages.add(UcpMessage.warning(
                    "tax_not_included", "$.totals", "The page adds the tax when the buyer has entered an address."));
        }
        SubscriptionCart subscription = live.price().subscription();
        if (subscription != null) {
            new BillingTexts(open.messages(), hosted.page().currency())
                    .later(subscription)
                    .forEach(text -> messages.add(UcpMessage.warning("recurring_charges", "$.totals", text)));
        }
        if (hosted.page().testmode()) {
            messages.add(UcpMessage.warning("test_mode", null, "This page is in test mode: nothing is charged."));
        }
        messages.add(UcpMessage.error(
                "buyer_input_required",
                null,
                "The buyer enters contact and payment details on the page and places the order there.",
                UcpMessage.BUYER_INPUT));
        return new Priced(hosted, cart, quote, messages);
    }

    /** Returns the refusal of a cart whose quantities are right, but whose total cannot be charged. */
    private static UcpRefusal unpriced(LiveOrder live) {
        List<Problem> problems = live.price().problems();
        return problems.isEmpty()
                ? UcpRefusal.unavailable(0)
                : UcpRefusal.of(
                        UcpRefusal.UNAVAILABLE,
                        UcpMessage.line(0, "item.id"),
                        "This item cannot be bought: " + problems.get(0).message());
    }

    /** Returns what the page says at its inputs. The agent can change the quantities. */
    private static List<UcpMessage> problems(PageRequest<? extends Hosted> open, UcpCart cart, FormErrors errors) {
        Map<String, String> shortages = Shortages.of(open.messages(), open.hosted(), open.form());
        List<UcpMessage> problems = new ArrayList<>();
        errors.byInput().forEach((input, text) -> {
            int line = cart.inputs().indexOf(input);
            problems.add(UcpMessage.error(
                    shortages.containsKey(input) ? UcpRefusal.OUT_OF_STOCK : UcpRefusal.QUANTITY,
                    line < 0 ? "$.line_items" : UcpMessage.line(line, "quantity"),
                    text,
                    UcpMessage.RECOVERABLE));
        });
        return problems;
    }

    private static String status(Priced priced) {
        return priced.messages().stream().anyMatch(UcpMessage::isRecoverable)
                ? UcpDocuments.INCOMPLETE
                : UcpDocuments.ESCALATION;
    }

    private JsonObject document(String id, AgentCart cart, Priced priced, String status) {
        boolean over = status.equals(UcpDocuments.CANCELED);
        Hosted hosted = priced.hosted();
        return documents.session(new UcpDocuments.Session(
                id,
                status,
                hosted,
                priced.cart(),
                priced.quote(),
                over ? List.of() : priced.messages(),
                cart.expiresAt().toString(),
                over ? null : links.restore(hosted.scope(), hosted.seller().name(), cart.id())));
    }
}
