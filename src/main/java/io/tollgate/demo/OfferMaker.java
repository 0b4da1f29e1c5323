package io.tollgate.demo;

import io.tollgate.demo.Offer.Kind;
import io.tollgate.demo.OfferTemplates.Template;
import io.tollgate.pricing.BulkDiscount;
import io.tollgate.pricing.Reduction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Makes the checkout pages of a seller, from templates. */
final class OfferMaker {
    private static final List<String> SEASONS = List.of("", "Spring", "Été", "Herbst", "冬", "Second edition");
    private static final List<String> LOCALES = List.of("en-US", "de-DE", "fr-FR", "jp-JP", "ar-SA");

    private final CatalogueIds ids;
    private final Catalogue catalogue;
    private final Supplies supplies;
    private final long start;
    private final long now;

    OfferMaker(CatalogueIds ids, Catalogue catalogue, Supplies supplies, long start, long now) {
        this.ids = ids;
        this.catalogue = catalogue;
        this.supplies = supplies;
        this.start = start;
        this.now = now;
    }

    /** All templates, so many times over. */
    List<Offer> make(int copies, boolean testmode) {
        List<Offer> offers = new ArrayList<>();
        for (int copy = 0; copy < copies; copy++) {
            List<String> pageIds = new ArrayList<>();
            List<Long> times = new ArrayList<>();
            for (int i = 0; i < OfferTemplates.ALL.size(); i++) {
                times.add(ids.time());
                pageIds.add(ids.next());
            }
            for (int i = 0; i < OfferTemplates.ALL.size(); i++) {
                offers.add(make(i, copy, testmode, pageIds, times.get(i)));
            }
        }
        return offers;
    }

    private Offer make(int position, int copy, boolean testmode, List<String> pageIds, long createdAt) {
        Template template = OfferTemplates.ALL.get(position);
        String season = SEASONS.get(copy % SEASONS.size());
        String title = season.isEmpty() ? template.title() : template.title() + " – " + season;
        String slug = (testmode ? "test-" : "") + "page-" + (position + 1) + (copy == 0 ? "" : "-" + (copy + 1));
        List<Offer.Price> prices = prices(template);
        List<Offer.Variant> variants = template.variants() ? variants(template, position) : List.of();
        Offer offer = new Offer(
                pageIds.get(position),
                slug,
                title,
                template.status(),
                testmode,
                LOCALES.get((position + copy) % LOCALES.size()),
                ids.next(),
                title,
                "SKU-" + (1000 + position) + "-" + copy,
                template.currency(),
                template.kind(),
                prices,
                variants,
                bulk(template, variants),
                template.fees() ? fees(template) : List.of(),
                template.tax(),
                template.manual(),
                position == 5 || position == 7,
                position == 5 || position == 7,
                template.stock(),
                questions(position),
                template.upsell() < 0 ? null : pageIds.get(template.upsell()),
                createdAt,
                template.status().equals("archived") ? start + (now - start) / 3 : Long.MAX_VALUE);
        new OfferDocuments(ids, supplies, now).write(catalogue, offer, position + copy);
        return offer;
    }

    private List<Offer.Price> prices(Template template) {
        List<Offer.Price> prices = new ArrayList<>();
        for (int i = 0; i < template.priceCount(); i++) {
            long amount = template.amount() * (i + 1);
            boolean pwyw = template.kind() == Kind.PAY_WHAT_YOU_WANT;
            prices.add(new Offer.Price(
                    ids.next(),
                    List.of("Standard", "Plus", "Premium ✨").get(i),
                    i == 1 ? "Popular" : null,
                    template.kind(),
                    amount,
                    i > 0 ? (Long) (amount + 2000) : null,
                    pwyw ? (Long) 500L : null,
                    template.setupFee() > 0 ? (Long) template.setupFee() : null,
                    template.interval(),
                    i == 1 && template.kind() == Kind.SUBSCRIPTION ? 3 : 1,
                    template.trialDays(),
                    template.iterations()));
        }
        return prices;
    }

    private List<Offer.Variant> variants(Template template, int position) {
        boolean recurring = template.kind().recurring();
        boolean stocked = template.stock() != null;
        List<Offer.Option> sizes = new ArrayList<>();
        for (String size : List.of("S", "M", "Größe L", "XL")) {
            sizes.add(new Offer.Option(
                    ids.next(),
                    size,
                    "V" + position + "-" + sizes.size(),
                    sizes.size() * 250L,
                    recurring,
                    stocked && sizes.size() == 3 ? (Integer) 40 : null));
        }
        List<Offer.Option> extras = new ArrayList<>();
        for (String extra : List.of("Gift wrap 🎁", "Signed copy")) {
            extras.add(new Offer.Option(
                    ids.next(), extra, "X" + position + "-" + extras.size(), 300 + extras.size() * 400L, false, null));
        }
        return List.of(
                new Offer.Variant(ids.next(), "Size", "size", "single", stocked, sizes),
                new Offer.Variant(
                        ids.next(), "Extras", "extras", position % 2 == 0 ? "multiple" : "quantity", false, extras));
    }

    private static List<BulkDiscount> bulk(Template template, List<Offer.Variant> variants) {
        if (!template.bulk()) {
            return List.of();
        }
        List<BulkDiscount> rules = new ArrayList<>();
        rules.add(new BulkDiscount(true, Set.of(), 3, 4, Reduction.percent(7.5)));
        rules.add(new BulkDiscount(true, Set.of(), 5, null, Reduction.percent(15)));
        if (!variants.isEmpty()) {
            String option = variants.get(1).options().get(0).id();
            String other = variants.get(1).options().get(1).id();
            rules.add(new BulkDiscount(false, Set.of(option), 2, null, Reduction.amount(100)));
            rules.add(new BulkDiscount(false, Set.of(other), 2, 3, Reduction.percent(10)));
        }
        return rules;
    }

    private static List<Offer.FeeRule> fees(Template template) {
        return List.of(
                new Offer.FeeRule("Handling", 150L, null, !template.kind().recurring()),
                new Offer.FeeRule("Service fee", null, 2.5, false));
    }

    private List<Question> questions(int position) {
        Questions questions = new Questions(ids);
        if (position % 2 == 0) {
            questions.address();
        }
        if (position % 3 == 0) {
            questions.phone();
        }
        if (position % 3 == 1) {
            questions.interests();
        }
        if (position % 4 == 3) {
            questions.business();
        }
        return (position % 5 == 0 ? questions.source() : questions.note()).all();
    }
}
