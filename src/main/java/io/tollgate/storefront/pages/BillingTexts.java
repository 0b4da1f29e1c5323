package io.tollgate.storefront.pages;

import com.ibm.icu.text.MeasureFormat;
import com.ibm.icu.util.Measure;
import com.ibm.icu.util.MeasureUnit;
import com.ibm.icu.util.ULocale;
import io.tollgate.catalog.model.Price;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.subscription.PlanTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The texts about what a subscription or an installment plan charges, and when. Dates are those of the account. */
public record BillingTexts(Messages messages, String currency) {
    /** Returns a price with its interval; one of a plan with its payments, such as {@code 6 × €10.00 / month}. */
    public String price(long amount, Price.Recurrence recurrence) {
        Integer payments = recurrence.planIterations();
        String each = per(amount, recurrence);
        return payments == null ? each : messages.text("billing.plan", payments, each);
    }

    /** Returns an amount with its interval, such as {@code €10.00 / month}. */
    String per(long amount, Price.Recurrence recurrence) {
        return messages.text("billing.per", messages.money(amount, currency), interval(recurrence));
    }

    private String interval(Price.Recurrence recurrence) {
        if (recurrence.intervalCount() == 1) {
            return messages.text("billing." + recurrence.interval().wire());
        }
        MeasureUnit unit = switch (recurrence.interval()) {
            case DAY -> MeasureUnit.DAY;
            case WEEK -> MeasureUnit.WEEK;
            case MONTH -> MeasureUnit.MONTH;
            case YEAR -> MeasureUnit.YEAR;
        };
        return MeasureFormat.getInstance(ULocale.forLanguageTag(messages.tag()), MeasureFormat.FormatWidth.WIDE)
                .formatMeasures(new Measure(recurrence.intervalCount(), unit));
    }

    /** Returns what is charged after the order, one sentence for each change. */
    List<String> later(SubscriptionCart cart) {
        Price.Recurrence recurrence = cart.schedule().recurrence();
        List<String> lines = new ArrayList<>();
        if (cart.schedule().hasTrial()) {
            lines.add(messages.text("billing.trial", date(cart.schedule().start())));
        }
        for (SubscriptionCart.Later later : cart.later()) {
            lines.add(messages.text("billing.from", date(later.from()), per(later.amount(), recurrence)));
        }
        Instant last = cart.lastPayment();
        if (last != null && recurrence.planIterations() != null) {
            lines.add(
                    recurrence.planIterations() == 1
                            ? messages.text("billing.payment", date(last))
                            : messages.text("billing.payments", recurrence.planIterations(), date(last)));
        }
        Long total = PlanTerms.of(cart).total();
        if (total != null) {
            lines.add(messages.text("billing.total", messages.money(total, currency)));
        }
        return lines;
    }

    private String date(Instant time) {
        return messages.date(time);
    }
}
