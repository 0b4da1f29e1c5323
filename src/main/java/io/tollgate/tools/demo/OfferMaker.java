package io.tollgate.tools.demo;

import static io.tollgate.tools.demo.DocumentTemplates.merge;
import static io.tollgate.tools.demo.DocumentTemplates.merged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.json.CatalogDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Generates the checkout pages of a seller with their products. */
record OfferMaker(CatalogMaker catalog, StockList stock, long start, long now) {
    private static final List<String> SEASONS = List.of("", "Spring", "Été", "Herbst", "冬", "Second edition");
    private static final List<String> LOCALES = List.of("en-US", "de-DE", "fr-FR", "en-US");
    private static final List<String> SHOWN = List.of(
            "amount",
            "currency",
            "payWhatYouWant",
            "discountedFromPrice",
            "setupFee",
            "setupFeeMultipliesWithQuantity",
            "recurring",
            "paymentPlan");
    private static final JsonNode PAGES = CatalogMaker.DATA.get("checkoutPages");
    private static final long DYNAMIC_SURCHARGE = 500;

    /** Generates this number of copies of all pages. */
    List<Offer> make(int copies, boolean testmode) {
        List<Offer> offers = new ArrayList<>();
        for (int copy = 0; copy < copies; copy++) {
            List<String> pageIds = new ArrayList<>();
            List<Long> times = new ArrayList<>();
            for (int i = 0; i < PAGES.size(); i++) {
                times.add(catalog.ids().time());
                pageIds.add(catalog.ids().next());
            }
            for (int i = 0; i < PAGES.size(); i++) {
                offers.add(make(i, copy, testmode, pageIds, times.get(i)));
            }
        }
        return offers;
    }

    private Offer make(int position, int copy, boolean testmode, List<String> pageIds, long createdAt) {
        JsonNode template = PAGES.get(position);
        String season = SEASONS.get(copy % SEASONS.size());
        String title = template.get("title").textValue() + (season.isEmpty() ? "" : " – " + season);
        String slug = (testmode ? "test-" : "") + "page-" + (position + 1) + (copy == 0 ? "" : "-" + (copy + 1));
        CatalogMaker.Document document = catalog.new Document(position + copy, createdAt);
        document.put("sku", "SKU-" + (1000 + position) + "-" + copy);
        ObjectNode page = document.page("checkoutPage", template, title, slug, testmode)
                .put("id", pageIds.get(position))
                .put("locale", template.path("locale").asText(LOCALES.get(position % LOCALES.size())));
        document.putFields(page, template.get("fields"));
        String upsell =
                template.has("upsell") ? pageIds.get(template.get("upsell").intValue()) : null;
        if (upsell != null) {
            putUpsell(page, upsell);
        }
        ObjectNode product = merged(CatalogMaker.DATA.get("product"));
        CatalogMaker.parts(template, "product").forEach(part -> merge(product, part));
        putVariants(product);
        putPrices(product, template.get("prices"));
        document.fill(page);
        document.fill(product);
        boolean archived = page.get("status").textValue().equals("archived");
        if (archived) {
            page.put("updatedAt", CatalogMaker.text(now));
        }
        takeStock(product);
        boolean sold = !page.get("status").textValue().equals("draft");
        write(page, product, sold ? 500 + (DemoRandom.hash(position + copy) >>> 1) % 100_000 : 0);
        ObjectNode whole = page.deepCopy().set("product", product);
        return new Offer(
                CatalogDecoder.decode(whole, CheckoutPage.class),
                testmode,
                sold,
                archived ? start + (now - start) / 3 : Long.MAX_VALUE,
                upsell,
                page.get("allowDynamicPrice").booleanValue() ? dynamic(whole) : Map.of());
    }

    private static void putUpsell(ObjectNode page, String pageId) {
        ArrayNode steps = page.withArray("funnelSteps");
        ((ObjectNode) steps.get(0)).put("order", 1);
        ObjectNode step =
                steps.insertObject(0).put("type", "upsell").put("order", 0).put("enabled", true);
        step.putObject("config").put("action", "checkout").put("pageId", pageId);
    }

    private static void putVariants(ObjectNode product) {
        ArrayNode variants = product.withArray("variants");
        for (int i = 0; i < variants.size(); i++) {
            ObjectNode variant =
                    merged(CatalogMaker.DATA.get("variant"), variants.get(i)).put("order", i);
            ArrayNode options = variant.withArray("options");
            for (int j = 0; j < options.size(); j++) {
                ObjectNode option = merged(CatalogMaker.DATA.get("option"), options.get(j));
                options.set(j, option.put("image", "$image:" + (j + 1)));
            }
            variants.set(i, variant);
        }
    }

    private static void putPrices(ObjectNode product, JsonNode templates) {
        ArrayNode prices = product.putArray("prices");
        for (JsonNode template : templates) {
            ObjectNode price = merged(CatalogMaker.DATA.get("price"), template)
                    .put("order", prices.size())
                    .put("isDefault", prices.isEmpty());
            if (prices.isEmpty()) {
                price.put("id", "$id:first price");
            }
            String kind = price.get("payWhatYouWant").booleanValue() ? "one_time_pwyw_" : "one_time_fixed_";
            for (String name : List.of("recurring", "paymentPlan")) {
                if (price.has(name)) {
                    kind = "recurring_fixed_";
                    price.put("billingType", "recurring")
                            .set(name, merged(CatalogMaker.DATA.get("recurrence"), price.get(name)));
                }
            }
            prices.add(price.put("reference", "price_" + kind + price.get("amount")));
        }
        ObjectNode shown = ((ObjectNode) prices.get(0)).deepCopy().retain(SHOWN);
        product.put("defaultPriceId", "$id:first price")
                .set("price", shown.put("pricingType", prices.size() > 1 ? "multiple" : "single"));
    }

    /** Removes the stock from the document, because it is not part of it, and registers it. */
    private void takeStock(ObjectNode product) {
        stock.set("product", product.get("id").textValue(), take(product, "stock"));
        for (JsonNode variant : product.get("variants")) {
            for (JsonNode option : variant.get("options")) {
                stock.set("variant_option", option.get("id").textValue(), take((ObjectNode) option, "stock"));
            }
        }
    }

    static @Nullable Integer take(ObjectNode document, String name) {
        JsonNode number = document.remove(name);
        return number == null ? null : (Integer) number.intValue();
    }

    private void write(ObjectNode page, ObjectNode product, long visits) {
        String search = DemoCatalog.folded(page, "name", "title") + "\n" + DemoCatalog.folded(product, "title");
        catalog.catalog().page("checkout", page.get("slug").textValue(), search, visits, page);
        catalog.catalog().product(page.get("id").textValue(), product);
    }

    private static Map<String, CheckoutPage> dynamic(ObjectNode whole) {
        Map<String, CheckoutPage> dynamic = new HashMap<>();
        for (int i = 0; i < whole.at("/product/prices").size(); i++) {
            ObjectNode other = whole.deepCopy();
            ObjectNode price = (ObjectNode) other.at("/product/prices/" + i);
            price.put("amount", price.get("amount").longValue() + DYNAMIC_SURCHARGE);
            dynamic.put(price.get("id").textValue(), CatalogDecoder.decode(other, CheckoutPage.class));
        }
        return dynamic;
    }

    /** Generates a product that pages offer as an order bump. */
    void makeOrderBump() {
        CatalogMaker.Document document = catalog.new Document(0);
        ObjectNode product = merged(CatalogMaker.DATA.get("product"), CatalogMaker.DATA.get("orderBump"));
        putPrices(product, CatalogMaker.DATA.get("orderBumpPrices"));
        document.fill(product);
        stock.set("product", product.get("id").textValue(), null);
        catalog.catalog().product(null, product);
    }
}
