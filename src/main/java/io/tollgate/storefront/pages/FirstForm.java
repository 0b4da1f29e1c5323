package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.PageTexts.OptionContent;
import io.tollgate.catalog.model.PageTexts.Preselection;
import io.tollgate.catalog.model.PageTexts.VariantContent;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The form of a page as it is shown at first: with what its seller has selected and suggested. */
final class FirstForm {
    private final Map<String, List<String>> inputs = new LinkedHashMap<>();
    private final Messages messages;
    private final Hosted hosted;

    private FirstForm(Messages messages, Hosted hosted) {
        this.messages = messages;
        this.hosted = hosted;
    }

    static SubmittedForm of(Messages messages, Hosted hosted) {
        FirstForm first = new FirstForm(messages, hosted);
        if (hosted instanceof HostedPage page) {
            first.product(page);
        } else if (hosted instanceof HostedEvent event) {
            first.tickets(event);
        }
        hosted.bumps().stream()
                .filter(bump -> bump.content().preselected() && !bump.content().hidden())
                .forEach(bump -> first.put(Inputs.bump(bump.product().id()), "1"));
        return new SubmittedForm(first.inputs);
    }

    private void put(String name, String value) {
        inputs.put(name, List.of(value));
    }

    private void put(String name, @Nullable Long amount) {
        if (amount != null) {
            put(name, messages.entry(Currency.of(hosted.page().currency()).major(amount)));
        }
    }

    private void product(HostedPage page) {
        Product product = page.page().product();
        Price price = product.defaultPrice();
        if (price.payWhatYouWant()) {
            put(Inputs.AMOUNT, price.pwywSuggestedPrice());
        }
        BuyerField quantity = OrderFormReader.quantityField(hosted);
        if (quantity != null) {
            put(Inputs.field(quantity.id()), String.valueOf(OrderFormReader.initial(hosted, quantity)));
        }
        for (Variant variant : product.variants()) {
            VariantContent content = page.content().variant(variant.id()).orElse(null);
            Preselection chosen = content == null ? null : content.preselect();
            if (content != null && chosen != null && chosen.enabled() && chosen.optionId() != null) {
                option(variant, content, chosen);
            }
        }
    }

    private void option(Variant variant, VariantContent content, Preselection chosen) {
        String id = Objects.requireNonNull(chosen.optionId());
        String name = Inputs.variant(variant.id());
        if (variant.selection() == Selection.QUANTITY) {
            put(name + "." + id, String.valueOf(Objects.requireNonNullElse(chosen.quantity(), 1)));
        } else {
            put(name, id);
        }
        if (variant.option(id).map(Variant.Option::payWhatYouWant).orElse(false)) {
            content.options().stream()
                    .filter(option -> option.id().equals(id))
                    .map(OptionContent::pwywSuggestedPrice)
                    .filter(Objects::nonNull)
                    .forEach(suggested -> put(name + Inputs.OPTION_AMOUNT + id, suggested));
        }
    }

    private void tickets(HostedEvent event) {
        Map<String, Integer> quantities = new TicketInputs(
                        event,
                        SubmittedForm.EMPTY,
                        messages.numbers(),
                        name -> null,
                        new ArrayList<>(),
                        new LinkedHashMap<>())
                .quantities();
        for (TicketGroup group : event.page().groups()) {
            for (TicketType type : group.types()) {
                Integer quantity = quantities.get(type.id());
                if (quantity == null) {
                    continue;
                }
                if (group.selection() == Selection.SINGLE) {
                    put(Inputs.ticketGroup(group.id()), type.id());
                } else {
                    put(Inputs.ticket(type.id()), String.valueOf(quantity));
                }
                if (type.pricing() == TicketType.Pricing.PWYW) {
                    put(Inputs.ticketAmount(type.id()), TicketInputs.suggested(event, group, type));
                }
            }
        }
    }
}
