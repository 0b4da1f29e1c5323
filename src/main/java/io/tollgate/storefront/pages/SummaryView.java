package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Line;
import io.tollgate.pricing.Quote;
import io.tollgate.pricing.Step;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.checkout.OrderPrice;
import io.tollgate.sales.invoice.InvoiceLineNames;
import io.tollgate.sales.tax.TaxState;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The price of an order, step by step.
 *
 * @param lines empty if the order cannot be priced
 * @param total the amount, or a text if the tax is not known; null if the order cannot be priced
 * @param exact whether the total is an amount
 * @param least whether choices are missing, so that the total is the least that is possible
 * @param parts what is paid now and what later; empty if the total is paid at once
 * @param later what is charged again and again, in sentences; empty if the order is paid once
 */
public record SummaryView(
        Messages messages,
        List<Row> lines,
        @Nullable String total,
        boolean exact,
        boolean least,
        List<Row> included,
        List<Row> parts,
        List<String> later) {

    /** @param quantity 1 if the line shows none */
    public record Row(String label, int quantity, String amount) {}

    /** Returns the summary of an order that is not placed yet. */
    static SummaryView of(Messages messages, LiveOrder live, SellingPage page, SubmittedForm form) {
        OrderPrice price = live.price();
        Quote quote = price.quote();
        if (quote != null && live.isLeast()) {
            return least(messages, quote, page.currency(), live.assumed());
        }
        if (quote != null && price.tax() != TaxState.FINAL) {
            return untaxed(messages, quote, page.currency(), price.tax());
        }
        PaymentChoice choice = PaymentChoice.selected(page, form);
        PaymentOption option = choice.option();
        Long deposit = option == null || !choice.isDeposit() ? null : option.partialAmount();
        long total = quote == null ? 0 : quote.total();
        long payable = deposit == null ? total : Math.min(deposit, total);
        String code = live.errors().of(Inputs.COUPON) == null ? form.text(Inputs.COUPON) : null;
        return of(messages, quote, price.subscription(), page.currency(), payable, code);
    }

    /** Returns the summary of an order in which choices are missing: with the lines of those that are made. */
    private static SummaryView least(Messages messages, Quote quote, String currency, Set<String> assumed) {
        List<Row> lines = new ArrayList<>();
        for (int i = 0; i < quote.parts().size(); i++) {
            Line line = quote.parts().get(i).line();
            if (!assumed.contains(line.reference())) {
                lines.add(row(messages, quote, i, currency));
            }
        }
        String total = messages.text("summary.from", messages.money(quote.total(), currency));
        return new SummaryView(messages, lines, total, true, true, List.of(), List.of(), List.of());
    }

    private static Row row(Messages messages, Quote quote, int part, String currency) {
        Step step = quote.steps().get(part);
        int quantity = quote.parts().get(part).line().quantity();
        // An option without a surcharge has no amount.
        boolean included = quote.parts().get(part).line().kind() == Line.Kind.VARIANT_OPTION && step.amount() == 0;
        return new Row(label(messages, step, null), quantity, included ? "" : messages.money(step.amount(), currency));
    }

    /** Returns the summary of an order whose tax is not known. It has lines, and a text instead of a total. */
    private static SummaryView untaxed(Messages messages, Quote quote, String currency, TaxState state) {
        String total = messages.text(state == TaxState.UNAVAILABLE ? "summary.taxUnavailable" : "summary.taxByAddress");
        return new SummaryView(
                messages, lines(messages, quote, currency, null), total, false, false, List.of(), List.of(), List.of());
    }

    /**
     * @param subscription what is charged later; null if the order is paid once
     * @param payable what is paid at once; the total, or a first part of it
     */
    public static SummaryView of(
            Messages messages,
            @Nullable Quote quote,
            @Nullable SubscriptionCart subscription,
            String currency,
            long payable) {
        return of(messages, quote, subscription, currency, payable, null);
    }

    /** @param code of the coupon, which its line names; null to name none */
    private static SummaryView of(
            Messages messages,
            @Nullable Quote quote,
            @Nullable SubscriptionCart subscription,
            String currency,
            long payable,
            @Nullable String code) {
        if (quote == null) {
            return new SummaryView(messages, List.of(), null, false, false, List.of(), List.of(), List.of());
        }
        List<Row> included = quote.steps().stream()
                .filter(step -> step.kind() == Step.Kind.TAX_INCLUDED)
                .map(step -> new Row(
                        messages.text("summary.included", label(messages, step, null)),
                        1,
                        messages.money(step.amount(), currency)))
                .toList();
        return new SummaryView(
                messages,
                rows(messages, quote, subscription, currency, code),
                messages.money(quote.total(), currency),
                true,
                false,
                included,
                parts(messages, quote, currency, payable),
                subscription == null ? List.of() : new BillingTexts(messages, currency).later(subscription));
    }

    /** Returns what is charged with the order, after what is ordered and charged only later. */
    private static List<Row> rows(
            Messages messages,
            Quote quote,
            @Nullable SubscriptionCart subscription,
            String currency,
            @Nullable String code) {
        if (subscription == null || subscription.schedule().startsAtOnce()) {
            return lines(messages, quote, currency, code);
        }
        List<Row> rows = new ArrayList<>();
        subscription
                .regular()
                .parts()
                .forEach(part -> rows.add(new Row(
                        InvoiceLineNames.of(
                                key -> messages.text("summary." + key),
                                part.line().name()),
                        part.line().quantity(),
                        messages.money(0, currency))));
        rows.addAll(lines(messages, quote, currency, code));
        return rows;
    }

    private static List<Row> lines(Messages messages, Quote quote, String currency, @Nullable String code) {
        int parts = quote.parts().size();
        List<Row> lines = new ArrayList<>();
        List<Step> steps = quote.steps();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step.kind() != Step.Kind.TOTAL && step.kind() != Step.Kind.TAX_INCLUDED) {
                lines.add(
                        i < parts
                                ? row(messages, quote, i, currency)
                                : new Row(label(messages, step, code), 1, messages.money(step.amount(), currency)));
            }
        }
        return lines;
    }

    private static List<Row> parts(Messages messages, Quote quote, String currency, long payable) {
        if (payable >= quote.total()) {
            return List.of();
        }
        return List.of(
                new Row(messages.text("summary.now"), 1, messages.money(payable, currency)),
                new Row(messages.text("summary.later"), 1, messages.money(quote.total() - payable, currency)));
    }

    private static String label(Messages messages, Step step, @Nullable String code) {
        return switch (step.kind()) {
            case BULK_DISCOUNT -> messages.text("summary.bulkDiscount");
            case COUPON -> messages.text("summary.coupon") + (code == null ? "" : " " + code);
            case ROUNDING -> messages.text("summary.rounding");
            case FEE -> step.label().isEmpty() ? messages.text("summary.fee") : step.label();
            case LINE -> InvoiceLineNames.of(key -> messages.text("summary." + key), step.label());
            default -> step.label();
        };
    }

    /** Returns the label of the total. */
    public String totalLabel() {
        return messages.text(later.isEmpty() ? "summary.total" : "billing.today");
    }

    public String times(int quantity) {
        return "× " + messages.number(quantity);
    }

    public String text(String key) {
        return messages.text(key);
    }
}
