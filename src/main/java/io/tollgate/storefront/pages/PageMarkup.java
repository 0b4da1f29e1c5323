package io.tollgate.storefront.pages;

import io.tollgate.accounts.seller.Sellers.Seller;
import io.tollgate.catalog.model.PageTexts.Image;
import io.tollgate.pricing.Currency;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The parts of a page's structured data (schema.org) that products and events share. */
final class PageMarkup {
    static final String SCHEMA = "https://schema.org/";

    /** More offers would make the page heavy. The page itself shows all. */
    static final int OFFERS_MAX = 50;

    private PageMarkup() {}

    /** Returns what a page is about, with its texts and images. */
    static JsonObject thing(
            String type, String name, String url, @Nullable String html, List<Image> images, String publicUrl) {
        JsonObject thing = new JsonObject()
                .put("@context", "https://schema.org")
                .put("@type", type)
                .put("name", name)
                .put("url", url);
        String text = PageCalendars.plain(html);
        if (!text.isEmpty()) {
            thing.put("description", text);
        }
        JsonArray urls = new JsonArray(images.stream()
                .map(image -> PictureSources.absolute(image, publicUrl))
                .filter(Objects::nonNull)
                .toList());
        return urls.isEmpty() ? thing : thing.put("image", urls);
    }

    static JsonObject of(String type) {
        return new JsonObject().put("@type", type);
    }

    static JsonObject organization(Seller seller) {
        return of("Organization").put("name", seller.displayName());
    }

    /** Returns an amount as schema.org has it: a decimal number in the major unit. */
    static String amount(long amount, String currency) {
        return Currency.of(currency).major(amount).toPlainString();
    }

    static String code(String currency) {
        return currency.toUpperCase(Locale.ROOT);
    }

    /** Returns the lowest price of something whose buyer chooses the price. */
    static JsonObject minimum(long amount, String currency) {
        return of("PriceSpecification")
                .put("minPrice", amount(amount, currency))
                .put("priceCurrency", code(currency));
    }

    /** Returns JSON for a script element. No text of a seller can end the element or begin a comment in it. */
    static String script(JsonObject data) {
        return data.encode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }
}
