package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.AvailabilityStatus;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.ShowHideLogic;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A form that is completed with the cheapest of the required choices that are missing.
 *
 * @param assumed the ids of the options and ticket types that were added
 */
record LeastForm(SubmittedForm form, Set<String> assumed) {
    /** Returns the form with the cheapest choices. Variants that depend on other choices are not added. */
    static LeastForm of(Messages messages, Hosted hosted, SubmittedForm form) {
        Map<String, List<String>> inputs = new LinkedHashMap<>(form.values());
        Set<String> assumed = new HashSet<>();
        if (hosted instanceof HostedPage page) {
            product(messages, page, form, inputs, assumed);
        } else if (hosted instanceof HostedEvent event) {
            ticket(messages, event, form, inputs, assumed);
        }
        return new LeastForm(new SubmittedForm(inputs), assumed);
    }

    private static void product(
            Messages messages,
            HostedPage page,
            SubmittedForm form,
            Map<String, List<String>> inputs,
            Set<String> assumed) {
        Product product = page.page().product();
        Currency currency = Currency.of(page.page().currency());
        Price price = product.price(form.text(Inputs.PRICE)).orElseGet(product::defaultPrice);
        if (price.payWhatYouWant() && form.text(Inputs.AMOUNT) == null) {
            inputs.put(Inputs.AMOUNT, List.of(messages.entry(currency.major(price.amount()))));
        }
        for (Variant variant : required(product, price).toList()) {
            if (!isChosen(messages, variant, form)) {
                cheapest(variant).ifPresent(option -> {
                    assumed.add(option.id());
                    add(variant, option, least(messages, currency, option), inputs);
                });
            }
        }
    }

    /** Returns the variants of which a price needs an option, without those that depend on other choices. */
    static Stream<Variant> required(Product product, Price price) {
        return product.variants().stream()
                .filter(variant -> variant.isEnabled() && !variant.hidden() && variant.isOfferedWith(price))
                .filter(variant -> product.variantsRequired() || variant.required())
                .filter(variant -> {
                    ShowHideLogic logic = variant.showHideLogic();
                    return logic == null || logic.triggerId() == null;
                });
    }

    static Optional<Variant.Option> cheapest(Variant variant) {
        return variant.options().stream()
                .filter(option -> variant.option(option.id()).isPresent())
                .min(Comparator.comparingLong(Variant.Option::additionalChargeAmount));
    }

    /** Returns what the cheapest of the required options add to a price. */
    static long requiredCharge(Product product, Price price) {
        return required(product, price)
                .map(LeastForm::cheapest)
                .flatMap(Optional::stream)
                .mapToLong(Variant.Option::additionalChargeAmount)
                .sum();
    }

    private static boolean isChosen(Messages messages, Variant variant, SubmittedForm form) {
        String name = Inputs.variant(variant.id());
        return variant.selection() == Selection.QUANTITY
                ? form.after(name + ".").anyMatch(rest -> {
                    String count = form.text(name + "." + rest);
                    return count != null && !messages.numbers().isZero(count);
                })
                : form.text(name) != null;
    }

    private static String least(Messages messages, Currency currency, Variant.Option option) {
        return messages.entry(currency.major(option.additionalChargeAmount()));
    }

    private static void add(Variant variant, Variant.Option option, String least, Map<String, List<String>> inputs) {
        String name = Inputs.variant(variant.id());
        if (variant.selection() == Selection.QUANTITY) {
            inputs.put(name + "." + option.id(), List.of("1"));
        } else {
            inputs.put(name, List.of(option.id()));
        }
        if (option.payWhatYouWant()) {
            inputs.put(name + Inputs.OPTION_AMOUNT + option.id(), List.of(least));
        }
    }

    private static void ticket(
            Messages messages,
            HostedEvent event,
            SubmittedForm form,
            Map<String, List<String>> inputs,
            Set<String> assumed) {
        Currency currency = Currency.of(event.page().currency());
        if (!new TicketInputs(event, form, messages.numbers(), name -> null, new ArrayList<>(), new LinkedHashMap<>())
                .quantities()
                .isEmpty()) {
            return;
        }
        record Offered(TicketGroup group, TicketType type) {}
        event.page().groups().stream()
                .filter(group -> group.availability() == AvailabilityStatus.AVAILABLE)
                .flatMap(group -> group.types().stream().map(type -> new Offered(group, type)))
                .filter(offered -> offered.type().availability() == AvailabilityStatus.AVAILABLE)
                .min(Comparator.comparingLong(
                        offered -> offered.type().price() + offered.type().feeAmount()))
                .ifPresent(offered -> {
                    TicketType type = offered.type();
                    assumed.add(type.id());
                    if (offered.group().selection() == Selection.SINGLE) {
                        inputs.put(Inputs.ticketGroup(offered.group().id()), List.of(type.id()));
                    } else {
                        inputs.put(Inputs.ticket(type.id()), List.of(String.valueOf(Math.max(1, type.minQuantity()))));
                    }
                    if (type.pricing() == TicketType.Pricing.PWYW) {
                        inputs.put(
                                Inputs.ticketAmount(type.id()), List.of(messages.entry(currency.major(type.price()))));
                    }
                });
    }
}
