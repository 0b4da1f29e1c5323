package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.PageTexts.Image;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Step;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the documents of the Universal Commerce Protocol.
 *
 * @param publicUrl the address at which agents and buyers reach Tollgate, without a trailing slash
 */
record UcpDocuments(String publicUrl) {
    /** The path of the REST binding. */
    static final String PATH = "/ucp";

    static final String INCOMPLETE = "incomplete";
    static final String ESCALATION = "requires_escalation";
    static final String CANCELED = "canceled";

    private static final String VERSION = "2026-04-08";
    private static final String SERVICE = "dev.ucp.shopping";
    private static final String CHECKOUT = "dev.ucp.shopping.checkout";
    private static final String SPEC = "https://ucp.dev/" + VERSION;

    /** Returns the profile at {@code /.well-known/ucp}. */
    JsonObject profile() {
        JsonObject service = entity("/specification/overview", "/services/shopping/rest.openapi.json")
                .put("transport", "rest")
                .put("endpoint", publicUrl + PATH);
        JsonObject checkout = entity("/specification/checkout", "/schemas/shopping/checkout.json");
        return new JsonObject()
                .put(
                        "ucp",
                        new JsonObject()
                                .put("version", VERSION)
                                .put("services", new JsonObject().put(SERVICE, new JsonArray().add(service)))
                                .put("capabilities", new JsonObject().put(CHECKOUT, new JsonArray().add(checkout)))
                                .put("payment_handlers", new JsonObject()));
    }

    private static JsonObject entity(String spec, String schema) {
        return new JsonObject().put("version", VERSION).put("spec", SPEC + spec).put("schema", SPEC + schema);
    }

    private static JsonObject metadata(String status) {
        JsonArray checkout = new JsonArray().add(new JsonObject().put("version", VERSION));
        return new JsonObject()
                .put("version", VERSION)
                .put("status", status)
                .put("capabilities", new JsonObject().put(CHECKOUT, checkout))
                .put("payment_handlers", new JsonObject());
    }

    /** Returns the response without a session. */
    static JsonObject refusal(List<UcpMessage> messages) {
        return new JsonObject().put("ucp", metadata("error")).put("messages", messages(messages));
    }

    private static JsonArray messages(List<UcpMessage> messages) {
        return new JsonArray(messages.stream().map(UcpMessage::json).toList());
    }

    /**
     * A checkout session.
     *
     * @param continueUrl at which the buyer goes on; null for a session that is over
     */
    record Session(
            String id,
            String status,
            Hosted hosted,
            UcpCart cart,
            Quote quote,
            List<UcpMessage> messages,
            String expiresAt,
            @Nullable String continueUrl) {}

    JsonObject session(Session session) {
        JsonArray lines = new JsonArray();
        for (int i = 0; i < session.cart().items().size(); i++) {
            lines.add(line(session, i));
        }
        JsonObject document = new JsonObject()
                .put("ucp", metadata("success"))
                .put("id", session.id())
                .put("status", session.status())
                .put("currency", PageMarkup.code(session.hosted().page().currency()))
                .put("line_items", lines)
                .put("totals", totals(session.quote()))
                .put("messages", messages(session.messages()))
                .put("links", new JsonArray());
        return session.continueUrl() == null
                ? document
                : document.put("expires_at", session.expiresAt()).put("continue_url", session.continueUrl());
    }

    private JsonObject line(Session session, int index) {
        UcpCart.Item item = session.cart().items().get(index);
        String id = UcpLine.itemId(session.hosted(), item.line().choice());
        JsonObject shown =
                new JsonObject().put("id", id).put("title", item.title()).put("price", item.price());
        String image = image(session.hosted());
        if (image != null) {
            shown.put("image_url", image);
        }
        long amount = session.quote().parts().stream()
                .filter(part -> isOf(part.line(), item))
                .mapToLong(Part::amount)
                .sum();
        return new JsonObject()
                .put("id", "li_" + (index + 1))
                .put("item", shown)
                .put("quantity", item.line().quantity())
                .put("totals", new JsonArray().add(total("subtotal", amount)).add(total("total", amount)));
    }

    private static boolean isOf(Line line, UcpCart.Item item) {
        return item.reference() == null || item.reference().equals(line.reference());
    }

    private @Nullable String image(Hosted hosted) {
        List<Image> images = hosted instanceof HostedPage page
                ? ProductMarkup.images(page)
                : hosted.content().images();
        return images.stream()
                .map(image -> PictureSources.absolute(image, publicUrl))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the steps of a quote. Their sum is the total. */
    private static JsonArray totals(Quote quote) {
        JsonArray totals = new JsonArray().add(total("subtotal", quote.subtotal()));
        for (Step step : quote.steps()) {
            String type = type(step.kind());
            if (type != null && step.amount() != 0) {
                totals.add(total(type, step.amount()).put("display_text", step.label()));
            }
        }
        return totals.add(total("total", quote.total()));
    }

    private static JsonObject total(String type, long amount) {
        return new JsonObject().put("type", type).put("amount", amount);
    }

    /** Returns the type of a total; null for steps that are part of another one. */
    private static @Nullable String type(Step.Kind kind) {
        return switch (kind) {
            case LINE, TOTAL, TAX_INCLUDED -> null;
            case BULK_DISCOUNT, COUPON, COMPLIMENTARY -> "discount";
            case FEE -> "fee";
            case TAX -> "tax";
            case ROUNDING -> "rounding";
        };
    }
}
