package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.EventTexts.TypeTexts;
import io.tollgate.catalog.model.PageTexts.OptionContent;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.catalog.model.Variant;
import io.tollgate.platform.input.SubmittedForm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says at its input of what a form selects more than is left. */
final class Shortages {
    private final Messages messages;
    private final SubmittedForm form;
    private final Map<String, String> found = new LinkedHashMap<>();

    private Shortages(Messages messages, SubmittedForm form) {
        this.messages = messages;
        this.form = form;
    }

    /** Returns the messages by input. Test orders take no stock. */
    static Map<String, String> of(Messages messages, Hosted hosted, SubmittedForm form) {
        Shortages shortages = new Shortages(messages, form);
        if (hosted.page().testmode()) {
            return shortages.found;
        }
        if (hosted instanceof HostedPage page) {
            shortages.product(page);
        } else if (hosted instanceof HostedEvent event) {
            shortages.tickets(event);
        }
        return shortages.found;
    }

    private void check(String input, int wanted, int left) {
        if (wanted > left) {
            found.put(input, left <= 0 ? messages.text("soldOut") : messages.text("error.left", messages.number(left)));
        }
    }

    private int count(String name) {
        String text = form.text(name);
        Integer wanted = text == null ? null : messages.numbers().quantity(name, text, new ArrayList<>());
        return wanted == null ? 0 : wanted;
    }

    private void product(HostedPage page) {
        BuyerField quantity = OrderFormReader.quantityField(page);
        Integer stock = page.content().product().stock();
        if (quantity != null && stock != null) {
            check(Inputs.field(quantity.id()), count(Inputs.field(quantity.id())), stock);
        }
        for (Variant variant : page.page().product().variants()) {
            List<OptionContent> options = page.content()
                    .variant(variant.id())
                    .map(content -> content.options())
                    .orElse(List.of());
            String name = Inputs.variant(variant.id());
            for (OptionContent option : options) {
                int wanted = variant.selection() == Selection.QUANTITY
                        ? count(name + "." + option.id())
                        : form.all(name).contains(option.id()) ? 1 : 0;
                Integer left = option.stock();
                if (left != null) {
                    check(name, wanted, left);
                }
            }
        }
    }

    private void tickets(HostedEvent event) {
        Map<String, Integer> quantities = new TicketInputs(
                        event, form, messages.numbers(), name -> null, new ArrayList<>(), new LinkedHashMap<>())
                .quantities();
        TicketSale sale = new TicketSale(
                event, messages, new EventTimes(messages, event.texts().place()));
        for (TicketGroup group : event.page().groups()) {
            for (TicketType type : group.types()) {
                TypeTexts texts = event.texts().group(group.id()).stream()
                        .flatMap(one -> one.types().stream())
                        .filter(one -> one.id().equals(type.id()))
                        .findFirst()
                        .orElse(null);
                Integer left = texts == null ? null : sale.left(group, texts);
                if (left != null) {
                    check(Inputs.ticket(type.id()), quantities.getOrDefault(type.id(), 0), left);
                }
            }
        }
        int all = quantities.values().stream().mapToInt(Integer::intValue).sum();
        Integer left = sale.leftOfEvent();
        if (left != null && found.isEmpty()) {
            check("tickets", all, left);
        }
    }
}
