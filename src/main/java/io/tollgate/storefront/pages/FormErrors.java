package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import io.tollgate.sales.cart.CartLimits;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The problems of an order at the inputs of the page, in the buyer's language. What an input accepts is said from the
 * field itself, because the problems of the API are in English and name the parameters of the API.
 *
 * @param byInput in the order of the problems
 */
record FormErrors(Map<String, String> byInput) {
    static final FormErrors NONE = new FormErrors(Map.of());

    @Nullable
    String of(String input) {
        return byInput.get(input);
    }

    /**
     * @param inputs the input of the form for the beginning of each parameter that a problem can name
     */
    static FormErrors of(
            Messages messages, Hosted hosted, SubmittedForm form, Map<String, String> inputs, List<Problem> problems) {
        Map<String, String> errors = new LinkedHashMap<>();
        for (Problem problem : problems) {
            if (problem.param().equals("variants")) {
                missingVariants(hosted, form).forEach(name -> errors.put(name, messages.text("error.variant")));
            } else {
                String input = FieldErrors.input(hosted.page().fields(), inputs, problem.param());
                errors.putIfAbsent(input, message(messages, hosted, form, input, problem));
            }
        }
        return new FormErrors(errors);
    }

    private static List<String> missingVariants(Hosted hosted, SubmittedForm form) {
        if (!(hosted instanceof HostedPage page)) {
            return List.of();
        }
        Product product = page.page().product();
        return product.variants().stream()
                .filter(variant -> variant.isEnabled() && !variant.hidden())
                .filter(variant -> product.variantsRequired() || variant.required())
                .map(Variant::id)
                .map(Inputs::variant)
                .filter(name -> form.after(name).allMatch(rest -> form.text(name + rest) == null))
                .toList();
    }

    private static String message(Messages messages, Hosted hosted, SubmittedForm form, String input, Problem problem) {
        if (CartLimits.isTotal(problem)) {
            return messages.text(
                    "error.total",
                    messages.money(CartLimits.TOTAL_MAX, hosted.page().currency()));
        }
        String number = NumberErrors.message(messages, hosted.page().currency(), problem);
        if (number != null) {
            return number;
        }
        if (CartLimits.isCharge(problem)) {
            String currency = hosted.page().currency();
            return messages.text(
                    "error.minimum", messages.money(Currency.of(currency).minimum(), currency));
        }
        BuyerField field = FieldErrors.field(hosted.page().fields(), input);
        if (CartLimits.isQuantity(problem) && !input.startsWith("tickets.")) {
            return quantity(messages, field);
        }
        if (field != null) {
            return FieldErrors.message(messages, field, form, input);
        }
        String ticket =
                hosted instanceof HostedEvent event ? TicketErrors.message(messages, event, input, problem) : null;
        if (ticket != null) {
            return ticket;
        }
        String key = input.startsWith("bumps.") ? "bump" : input.startsWith("variants.") ? "variant" : input;
        return switch (key) {
            case Inputs.AMOUNT -> messages.text("error.amount", amount(messages, hosted, form));
            case Inputs.COUPON -> messages.text("error.coupon", Objects.requireNonNullElse(form.text(input), ""));
            case Inputs.PRICE -> messages.text("error.price");
            case Inputs.OPTION -> messages.text("error.option");
            case "bump" -> messages.text("error.bump");
            case "variant" -> messages.text("error.variant");
            default -> messages.text("error.other", problem.message());
        };
    }

    /** @param field the quantity field of the page; null for other quantities */
    private static String quantity(Messages messages, @Nullable BuyerField field) {
        BigDecimal min = field == null || field.min() == null ? BigDecimal.ONE : field.min();
        BigDecimal max = BigDecimal.valueOf(CartLimits.QUANTITY_MAX);
        return messages.text(
                "error.number.between",
                messages.number(min.max(BigDecimal.ONE)),
                field == null || field.max() == null
                        ? messages.number(max)
                        : messages.number(field.max().min(max)));
    }

    private static String amount(Messages messages, Hosted hosted, SubmittedForm form) {
        if (!(hosted instanceof HostedPage page)) {
            return "";
        }
        Product product = page.page().product();
        var price = product.price(form.text(Inputs.PRICE)).orElseGet(product::defaultPrice);
        return messages.money(price.amount(), price.currency());
    }
}
