package io.tollgate.demo;

import io.tollgate.pricing.Fee;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Percent;
import java.util.ArrayList;
import java.util.List;

/** What a buyer puts together on a checkout page: the lines of the order and the options behind them. */
final class Selection {
    private final List<Line> lines = new ArrayList<>();
    private final List<Payment.Choice> choices = new ArrayList<>();

    /** The product itself, so many times, at this price. */
    Selection(Offer offer, Offer.Price price, long amount, int quantity, boolean couponOnSetup) {
        lines.add(new Line(Line.Kind.PRODUCT, price.id(), offer.title(), quantity, amount, true));
        if (price.setupFee() != null && !offer.kind().recurring()) {
            lines.add(new Line(Line.Kind.SETUP_FEE, price.id(), "Setup fee", 1, price.setupFee(), couponOnSetup));
        }
    }

    void choose(Offer offer, int quantity, Claims claims, boolean live, Chance chance) {
        for (Offer.Variant variant : offer.variants()) {
            List<Payment.Chosen> chosen = new ArrayList<>();
            if (variant.selection().equals("single")) {
                Offer.Option option = chance.pick(variant.options());
                if (live && !claims.left(option.id(), option.stock(), quantity)) {
                    option = variant.options().get(0);
                }
                chosen.add(add(option, variant, quantity));
            } else if (chance.percent(35)) {
                boolean counted = variant.selection().equals("quantity");
                chosen.add(add(chance.pick(variant.options()), variant, counted ? chance.between(1, 3) : 1));
            }
            if (!chosen.isEmpty()) {
                choices.add(new Payment.Choice(variant, chosen));
            }
        }
    }

    private Payment.Chosen add(Offer.Option option, Offer.Variant variant, int quantity) {
        String name = variant.name() + ": " + option.name();
        lines.add(new Line(Line.Kind.VARIANT_OPTION, option.id(), name, quantity, option.charge(), true));
        return new Payment.Chosen(option, quantity, lines.size() - 1);
    }

    List<Line> lines() {
        return lines;
    }

    List<Payment.Choice> choices() {
        return choices;
    }

    /** The fees of a page for so many items or tickets. */
    static List<Fee> fees(List<Offer.FeeRule> rules, int quantity) {
        List<Fee> fees = new ArrayList<>(rules.size());
        for (Offer.FeeRule rule : rules) {
            Double percentage = rule.percentage();
            fees.add(new Fee(
                    rule.name(),
                    rule.amount(),
                    percentage == null ? null : Percent.of(percentage),
                    rule.multiplied() ? quantity : 1));
        }
        return fees;
    }
}
