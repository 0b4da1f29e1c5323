package io.tollgate.demo;

import io.tollgate.demo.Offer.Kind;
import io.tollgate.demo.Offer.Tax;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the demo's checkout pages sell: one of each way in which a page can be set up. */
final class OfferTemplates {
    private OfferTemplates() {}

    /**
     * One page.
     *
     * @param upsell position of the template whose page the funnel offers; -1 for none
     * @param interval of recurring prices
     */
    record Template(
            String title,
            Kind kind,
            String currency,
            long amount,
            int priceCount,
            boolean variants,
            boolean bulk,
            boolean fees,
            Tax tax,
            @Nullable String manual,
            @Nullable Integer stock,
            int upsell,
            @Nullable String interval,
            long setupFee,
            int trialDays,
            int iterations,
            String status) {}

    private static Template once(
            String title, String currency, long amount, int prices, String traits, Tax tax, @Nullable String manual) {
        return new Template(
                title,
                traits.contains("pwyw") ? Kind.PAY_WHAT_YOU_WANT : Kind.ONE_TIME,
                currency,
                amount,
                prices,
                traits.contains("variants"),
                traits.contains("bulk"),
                traits.contains("fees"),
                tax,
                manual,
                traits.contains("stock") ? 120 : null,
                traits.contains("upsell") ? 1 : traits.contains("funnel") ? 6 : -1,
                null,
                traits.contains("setup") ? 900 : 0,
                0,
                0,
                traits.contains("draft") ? "draft" : traits.contains("archived") ? "archived" : "published");
    }

    private static Template again(
            String title, String interval, long amount, String traits, Tax tax, int trialDays, int iterations) {
        return new Template(
                title,
                iterations > 0 ? Kind.PLAN : Kind.SUBSCRIPTION,
                "eur",
                amount,
                traits.contains("prices") ? 2 : 1,
                traits.contains("variants"),
                false,
                traits.contains("fees"),
                tax,
                null,
                null,
                traits.contains("upsell") ? 1 : traits.contains("funnel") ? 6 : -1,
                interval,
                traits.contains("setup") ? 2500 : 0,
                trialDays,
                iterations,
                "published");
    }

    /** Positions are named by {@code upsell}: 1 is sold once, 6 again and again. */
    static final List<Template> ALL = List.of(
            once("Handbook of Small Gardens 🌱", "eur", 2900, 1, "upsell", Tax.INCLUSIVE_RATE, null),
            once("Poster „Frühling“", "eur", 1950, 1, "variants bulk", Tax.NONE, null),
            once("Support our work – danke!", "eur", 0, 1, "pwyw", Tax.NONE, null),
            once("Linen tablecloth", "eur", 8400, 1, "variants fees stock setup", Tax.EXCLUSIVE_RATE, "invoice"),
            once("Online course: Brot & Sauerteig", "eur", 14900, 1, "funnel", Tax.INCLUSIVE_RATE, "partial"),
            once("Photo presets", "usd", 3900, 3, "bulk", Tax.PROCESSOR, null),
            again("Membership Ätherwelle", "month", 1200, "prices variants", Tax.INCLUSIVE_RATE, 14, 0),
            again("Yearly archive access", "year", 9900, "setup upsell fees", Tax.NONE, 0, 0),
            again("Master class in six instalments", "month", 4900, "setup", Tax.EXCLUSIVE_RATE, 0, 6),
            again("Weekly bread box", "week", 1890, "variants fees funnel", Tax.NONE, 0, 0),
            once("手ぬぐい「波」", "jpy", 2200, 1, "variants bulk", Tax.INCLUSIVE_RATE, "cash_on_delivery"),
            once("قهوة عربية", "kwd", 4250, 1, "fees", Tax.EXCLUSIVE_RATE, null),
            once("Consulting hour", "gbp", 12000, 2, "fees", Tax.PROCESSOR, "invoice"),
            once("Winter collection (soon)", "eur", 5500, 1, "draft", Tax.NONE, null),
            once("Calendar 2025", "eur", 1800, 1, "archived", Tax.INCLUSIVE_RATE, null),
            again("Daily crossword", "day", 90, "", Tax.PROCESSOR, 0, 0));
}
