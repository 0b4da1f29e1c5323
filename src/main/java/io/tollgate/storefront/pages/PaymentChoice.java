package io.tollgate.storefront.pages;

import io.tollgate.catalog.model.PaymentOption;
import io.tollgate.catalog.model.PaymentOption.ManualType;
import io.tollgate.catalog.model.SellingPage;
import io.tollgate.platform.input.SubmittedForm;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way to pay that buyers can choose.
 *
 * @param value the value of its radio button
 * @param option the page's option; null for a payment of the total by card if the page names no options
 */
record PaymentChoice(String value, @Nullable PaymentOption option) {
    /** The value of the payment of the total by card. */
    static final String CARD = "card";

    private static final String DEPOSIT = "partial";

    /** Returns the enabled options of a page, in order; the payment by card if there are none. */
    static List<PaymentChoice> of(SellingPage page) {
        List<PaymentChoice> choices = page.paymentOptions().stream()
                .filter(PaymentOption::isEnabled)
                .map(option -> new PaymentChoice(value(option), option))
                .toList();
        return choices.isEmpty() ? List.of(new PaymentChoice(CARD, null)) : choices;
    }

    private static String value(PaymentOption option) {
        if (option.manualType() != null) {
            return option.manualType().wire();
        }
        return option.type() == PaymentOption.Type.PARTIAL ? DEPOSIT : CARD;
    }

    /** Returns the choice of a form; the first one if the form names none that is offered. */
    static PaymentChoice selected(SellingPage page, SubmittedForm form) {
        List<PaymentChoice> choices = of(page);
        String sent = form.text(Inputs.OPTION);
        return choices.stream()
                .filter(choice -> choice.value().equals(sent))
                .findFirst()
                .orElse(choices.get(0));
    }

    @Nullable
    ManualType manualType() {
        return option == null ? null : option.manualType();
    }

    boolean isDeposit() {
        return value.equals(DEPOSIT);
    }

    /** Returns whether a card is charged. */
    boolean isCard() {
        return manualType() == null;
    }
}
