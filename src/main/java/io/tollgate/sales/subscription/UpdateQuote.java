package io.tollgate.sales.subscription;

import io.tollgate.pricing.Currency;
import io.tollgate.pricing.Part;
import io.tollgate.pricing.Proportion;
import io.tollgate.processor.SubscriptionUpdate.Collection;
import io.tollgate.processor.UpdatePreview;
import io.tollgate.sales.cart.CartLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change of a subscription costs.
 *
 * @param due what is charged at once
 * @param next what the next charge is, with the difference if that is not charged at once
 */
record UpdateQuote(Collection collection, List<Line> lines, long due, long next) {
    /**
     * A part of the difference for the rest of the current period.
     *
     * @param amount negative for a credit
     * @param tax the tax in the amount, negative for a credit
     */
    record Line(String description, long amount, long tax) {}

    UpdateQuote {
        lines = List.copyOf(lines);
    }

    /** Returns the quote of a change without a difference, if nothing waits for the next charge. */
    static UpdateQuote later(ChargedTerms next) {
        return new UpdateQuote(Collection.NEVER, List.of(), 0, next.amount());
    }

    /**
     * Returns the quote of a change without a difference. The next charge contains what waits from earlier changes.
     *
     * @param preview the next charge
     * @param param the parameter that the error names; null if nothing changes, which is always possible
     * @throws io.tollgate.platform.error.ApiError 400 if the next charge cannot contain what waits
     */
    static UpdateQuote later(UpdatePreview preview, String currency, @Nullable String param) {
        long with = preview.total();
        if (param != null && (with < 0 || Currency.of(currency).isBelowMinimum(with))) {
            throw UpdatableStates.invalid(
                    param,
                    "cannot change to this: the credit of an earlier change leaves too little of the next charge");
        }
        return new UpdateQuote(Collection.NEVER, List.of(), 0, with);
    }

    /**
     * Returns the quote of a change. What is too low to be charged at once, and what is credited, waits for the next
     * charge.
     *
     * @throws io.tollgate.platform.error.ApiError 400 if the next charge cannot contain the difference
     */
    static UpdateQuote of(
            UpdatePreview preview, boolean atOnce, ChargedTerms former, ChargedTerms next, String currency) {
        Currency known = Currency.of(currency);
        long total = preview.total();
        List<Line> lines = preview.lines().stream()
                .map(line -> line(line, line.amount() < 0 ? former : next))
                .toList();
        if (atOnce && total > 0 && !known.isBelowMinimum(total)) {
            return new UpdateQuote(Collection.NOW, lines, total, next.amount());
        }
        long with = Math.addExact(next.amount(), total);
        if (with < 0 || known.isBelowMinimum(with)) {
            throw UpdatableStates.invalid(
                    "proration",
                    "must be none: the credit of " + -total + " leaves too little of the next charge of "
                            + next.amount());
        }
        if (with > CartLimits.TOTAL_MAX) {
            throw UpdatableStates.invalid("proration", "must be charge or none: the next charge would be too high");
        }
        return new UpdateQuote(Collection.WITH_NEXT, lines, 0, with);
    }

    /**
     * Fails unless the difference is charged at once: no charge follows.
     *
     * @param param the parameter that the error names
     * @throws io.tollgate.platform.error.ApiError 400 if the difference cannot be charged at once
     */
    UpdateQuote requireNow(String param) {
        if (collection != Collection.NOW) {
            throw UpdatableStates.invalid(
                    param,
                    "cannot change to this: the subscription ends with its period, and the difference is no charge");
        }
        return this;
    }

    private static Line line(UpdatePreview.Line line, ChargedTerms terms) {
        Part part = terms.cart().regular().parts().stream()
                .filter(one -> one.line().reference().equals(line.product()))
                .findFirst()
                .orElse(null);
        if (part == null || part.total() == 0) {
            return new Line("", line.amount(), 0);
        }
        long tax = Proportion.halfUp(Math.abs(line.amount()), part.tax(), part.total());
        return new Line(part.line().name(), line.amount(), line.amount() < 0 ? -tax : tax);
    }
}
