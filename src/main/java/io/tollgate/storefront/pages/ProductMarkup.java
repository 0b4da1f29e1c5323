package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.PageTexts.Image;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Variant;
import io.tollgate.pricing.Interval;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The structured data of a checkout page: a product with an offer for each price that the page shows.
 *
 * @param page as its seller published it
 * @param closed the key of the message that says why the page sells nothing; null if it sells
 */
record ProductMarkup(
        HostedPage page,
        String url,
        String publicUrl,
        @Nullable String closed) {
    JsonObject build() {
        Product product = page.page().product();
        List<Image> images = images(page);
        JsonObject data = PageMarkup.thing("Product", page.heading(), url, ProductPages.html(page), images, publicUrl);
        if (product.sku() != null && !product.sku().isBlank()) {
            data.put("sku", product.sku());
        }
        if (closed != null && !closed.equals(ProductPages.SOLD_OUT)) {
            return data;
        }
        List<Price> prices = prices();
        if (prices.size() == 1) {
            data.put("offers", offer(prices.get(0)));
        } else if (prices.size() > 1) {
            data.put("offers", together(prices));
        }
        return data;
    }

    static List<Image> images(HostedPage page) {
        List<Image> own = page.content().images();
        return own.isEmpty() ? page.content().product().media() : own;
    }

    /** Returns the prices that the page shows at first and that the processor can bill. */
    private List<Price> prices() {
        Product product = page.page().product();
        Price first = product.defaultPrice();
        List<Price> shown = product.prices().stream()
                .filter(Price::isEnabled)
                .filter(price -> !price.hidden() || Objects.equals(price.id(), first.id()))
                .toList();
        return (shown.isEmpty() ? List.of(first) : shown)
                .stream()
                        .filter(price -> price.isEnabled() && ProductPages.isSold(page, price))
                        .limit(PageMarkup.OFFERS_MAX)
                        .toList();
    }

    /** Returns several offers. They have a lowest and a highest price if all are prices that are paid once. */
    private JsonObject together(List<Price> prices) {
        String currency = page.page().currency();
        JsonObject offers = PageMarkup.of("AggregateOffer")
                .put("url", url)
                .put("priceCurrency", PageMarkup.code(currency))
                .put("offerCount", prices.size())
                .put("availability", availability())
                .put("offers", new JsonArray(prices.stream().map(this::offer).toList()));
        if (prices.stream().allMatch(price -> price.recurrence() == null)) {
            long lowest = prices.stream().mapToLong(this::once).min().orElseThrow();
            offers.put("lowPrice", PageMarkup.amount(lowest, currency));
            if (prices.stream().noneMatch(Price::payWhatYouWant)) {
                long highest = prices.stream().mapToLong(this::once).max().orElseThrow();
                offers.put("highPrice", PageMarkup.amount(highest, currency));
            }
        }
        return offers;
    }

    private JsonObject offer(Price price) {
        String currency = page.page().currency();
        JsonObject offer = PageMarkup.of("Offer")
                .put("url", url)
                .put("identifier", UcpLine.itemId(page, price.id()))
                .put("priceCurrency", PageMarkup.code(currency))
                .put("availability", availability())
                .put("seller", PageMarkup.organization(page.seller()));
        if (price.label() != null) {
            offer.put("name", price.label());
        }
        Price.Recurrence recurrence = price.recurrence();
        if (recurrence != null) {
            return offer.put("priceSpecification", recurring(price, recurrence));
        }
        return price.payWhatYouWant()
                ? offer.put("priceSpecification", PageMarkup.minimum(once(price), currency))
                : offer.put("price", PageMarkup.amount(once(price), currency));
    }

    private String availability() {
        return PageMarkup.SCHEMA + (closed == null ? "InStock" : "SoldOut");
    }

    /** Returns the lowest amount that a price costs once: with the cheapest options of those that must be chosen. */
    private long once(Price price) {
        return price.amount() + LeastForm.requiredCharge(page.page().product(), price);
    }

    private long options(Price price, boolean recurring) {
        return LeastForm.required(page.page().product(), price)
                .map(LeastForm::cheapest)
                .flatMap(option -> option.stream())
                .filter(option -> option.isRecurring() == recurring)
                .mapToLong(Variant.Option::additionalChargeAmount)
                .sum();
    }

    /** Returns what a subscription or a plan costs in each interval, and what it costs once at the beginning. */
    private JsonArray recurring(Price price, Price.Recurrence recurrence) {
        String currency = page.page().currency();
        String unit = unit(recurrence.interval());
        Integer payments = recurrence.planIterations();
        long each = price.amount() + options(price, true);
        JsonObject regular = component(payments == null ? "Subscription" : "Installment", currency)
                .put(price.payWhatYouWant() ? "minPrice" : "price", PageMarkup.amount(each, currency))
                .put("unitCode", unit)
                .put(
                        "referenceQuantity",
                        PageMarkup.of("QuantitativeValue")
                                .put("value", recurrence.intervalCount())
                                .put("unitCode", unit));
        if (payments != null) {
            regular.put("billingDuration", payments * recurrence.intervalCount());
        }
        JsonArray parts = new JsonArray().add(regular);
        long setup = price.setupFee() + options(price, false);
        return setup == 0
                ? parts
                : parts.add(component("ActivationFee", currency).put("price", PageMarkup.amount(setup, currency)));
    }

    private static JsonObject component(String kind, String currency) {
        return PageMarkup.of("UnitPriceSpecification")
                .put("priceComponentType", PageMarkup.SCHEMA + kind)
                .put("priceCurrency", PageMarkup.code(currency));
    }

    /** Returns the code of a unit of time (UN/CEFACT), as schema.org uses them. */
    private static String unit(Interval interval) {
        return switch (interval) {
            case DAY -> "DAY";
            case WEEK -> "WEE";
            case MONTH -> "MON";
            case YEAR -> "ANN";
        };
    }
}
