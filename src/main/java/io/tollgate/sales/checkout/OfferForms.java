package io.tollgate.sales.checkout;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.CheckoutPage;
import io.tollgate.catalog.model.Price;
import io.tollgate.sales.cart.RequestedProduct;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.purchase.Visit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fills in the form of an offer: the default price, once, and the buyer's answers to the fields of the first page that
 * mean the same.
 */
final class OfferForms {
    private OfferForms() {}

    /** @param offer null to price the offer before the buyer has accepted it */
    static OrderForm of(PageOrder first, CheckoutPage page, Visit visit, @Nullable AcceptedOffer offer) {
        List<SubmittedAnswer> answers = new ArrayList<>();
        for (BuyerField field : page.fields()) {
            SubmittedAnswer answer = answer(first, field);
            if (answer != null) {
                answers.add(answer);
            }
        }
        // The address of the first page could contain parameters that set the price of this one.
        Visit plain = new Visit(
                visit.clientIp(),
                visit.sessionId(),
                visit.userAgent(),
                visit.screenWidth(),
                visit.visitId(),
                Map.of(),
                visit.language());
        return new OrderForm.ProductForm(
                new RequestedProduct(defaultPriceId(page), 1, null, List.of()),
                List.of(),
                null,
                answers,
                null,
                false,
                plain,
                offer);
    }

    /** Returns the id of the default price, because a page with tabs can open with another price; null without one. */
    private static @Nullable String defaultPriceId(CheckoutPage page) {
        Price price = page.product().defaultPrice();
        return price.isEnabled() ? price.id() : null;
    }

    private static @Nullable SubmittedAnswer answer(PageOrder first, BuyerField field) {
        BuyerField same = first.page().fields().stream()
                .filter(other -> other.element() == field.element() && isSame(other, field))
                .findFirst()
                .orElse(null);
        if (same == null || field.hidden()) {
            return null;
        }
        for (SubmittedAnswer given : first.form().answers()) {
            if (same.id().equals(given.fieldId()) || same.reference().equals(given.reference())) {
                return new SubmittedAnswer(
                        field.id(),
                        null,
                        given.text(),
                        given.addresses(),
                        given.values(),
                        given.taxIdType(),
                        given.recordedAddresses(),
                        given.files());
            }
        }
        return null;
    }

    /** Fields of a known type mean the same. Of custom fields, those that the seller has named alike do. */
    private static boolean isSame(BuyerField one, BuyerField other) {
        String type = Objects.requireNonNullElse(one.type(), "");
        return type.isEmpty()
                ? Objects.requireNonNullElse(other.type(), "").isEmpty()
                        && one.reference().equals(other.reference())
                : type.equals(other.type());
    }
}
