package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.Hosted;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.checkoutpage.HostedPages.HostedPage;
import io.tollgate.catalog.model.BuyerField;
import io.tollgate.catalog.model.EventTexts.GroupTexts;
import io.tollgate.catalog.model.EventTexts.TypeTexts;
import io.tollgate.catalog.model.Price;
import io.tollgate.catalog.model.Product;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.sales.checkout.AgentCarts.Kind;
import io.tollgate.storefront.pages.TicketSale.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a checkout session as the form of their page.
 *
 * @param inputs the input of each line that its quantity comes from
 */
record UcpCart(Kind kind, SubmittedForm form, List<Item> items, List<String> inputs) {
    /**
     * What a line sells.
     *
     * @param reference the product or the ticket type, as lines of a quote name it; null for all lines of a quote
     * @param price of one with the cheapest required options, in minor units, before discounts, fees of the page and
     *     tax
     */
    record Item(UcpLine line, String title, @Nullable String reference, long price) {}

    /** Returns the cart of lines of one page, or throws the refusal of the first line that the page does not sell. */
    static UcpCart of(Hosted hosted, Messages messages, List<UcpLine> lines) {
        if (hosted instanceof HostedEvent event) {
            return new Tickets(event, messages).of(lines);
        }
        if (lines.size() > 1) {
            throw UcpRefusal.of(
                    UcpRefusal.COMBINATION,
                    UcpMessage.line(1, "item.id"),
                    "This page sells one price at a time. Create a session for each.");
        }
        return of((HostedPage) hosted, lines.get(0));
    }

    private static UcpCart of(HostedPage page, UcpLine line) {
        Product product = page.page().product();
        Price first = product.defaultPrice();
        Price price = line.choice().isEmpty()
                ? first
                : product.price(line.choice()).orElseThrow(() -> UcpRefusal.unavailable(0));
        boolean shown = !price.hidden() || Objects.equals(price.id(), first.id());
        if (!price.isEnabled() || !shown || !ProductPages.isSold(page, price)) {
            throw UcpRefusal.unavailable(0);
        }
        Map<String, List<String>> inputs = new LinkedHashMap<>();
        inputs.put(Inputs.PRICE, List.of(Objects.requireNonNullElse(price.id(), "")));
        BuyerField quantity = OrderFormReader.quantityField(page);
        if (quantity == null && line.quantity() != 1) {
            throw UcpRefusal.of(UcpRefusal.QUANTITY, UcpMessage.line(0, "quantity"), "This page sells one at a time");
        }
        String input = quantity == null ? Inputs.PRICE : Inputs.field(quantity.id());
        if (quantity != null) {
            inputs.put(input, List.of(String.valueOf(line.quantity())));
        }
        String title = price.label() == null ? page.heading() : page.heading() + " – " + price.label();
        return new UcpCart(
                price.recurrence() == null ? Kind.PRODUCT : Kind.SUBSCRIPTION,
                new SubmittedForm(inputs),
                List.of(new Item(line, title, null, price.amount() + LeastForm.requiredCharge(product, price))),
                List.of(input));
    }

    /** Collects the tickets of an event. */
    private static final class Tickets {
        private final HostedEvent event;
        private final TicketSale sale;
        private final Map<String, List<String>> inputs = new LinkedHashMap<>();
        private final List<Item> items = new ArrayList<>();
        private final List<String> names = new ArrayList<>();

        Tickets(HostedEvent event, Messages messages) {
            this.event = event;
            this.sale = new TicketSale(
                    event, messages, new EventTimes(messages, event.texts().place()));
        }

        UcpCart of(List<UcpLine> lines) {
            for (UcpLine line : lines) {
                add(line);
            }
            return new UcpCart(Kind.TICKETS, new SubmittedForm(inputs), items, names);
        }

        private void add(UcpLine line) {
            for (TicketGroup group : event.page().groups()) {
                for (TicketType type : group.types()) {
                    if (type.id().equals(line.choice())) {
                        add(line, group, type);
                        return;
                    }
                }
            }
            throw UcpRefusal.unavailable(items.size());
        }

        private void add(UcpLine line, TicketGroup group, TicketType type) {
            int index = items.size();
            requireOnSale(group, type, index);
            boolean counted = group.selection() == null || group.selection() == Selection.QUANTITY;
            if (!counted && line.quantity() != 1) {
                throw UcpRefusal.of(
                        UcpRefusal.QUANTITY, UcpMessage.line(index, "quantity"), "This ticket is sold one at a time");
            }
            String name =
                    group.selection() == Selection.SINGLE ? Inputs.ticketGroup(group.id()) : Inputs.ticket(type.id());
            String value = group.selection() == Selection.SINGLE ? type.id() : String.valueOf(line.quantity());
            if (inputs.put(name, List.of(value)) != null) {
                throw UcpRefusal.of(
                        UcpRefusal.COMBINATION,
                        UcpMessage.line(index, "item.id"),
                        "This ticket is in the session already, or excludes one that is");
            }
            long price = (type.pricing() == TicketType.Pricing.FREE ? 0 : type.price()) + type.feeAmount();
            items.add(new Item(line, event.heading() + " – " + type.name(), type.id(), price));
            names.add(name);
        }

        private void requireOnSale(TicketGroup group, TicketType type, int index) {
            GroupTexts texts = event.texts().group(group.id()).orElse(null);
            TypeTexts ofType = texts == null
                    ? null
                    : texts.types().stream()
                            .filter(one -> one.id().equals(type.id()))
                            .findFirst()
                            .orElse(null);
            if (texts == null || ofType == null) {
                throw UcpRefusal.unavailable(index);
            }
            State ofGroup = sale.state(texts, group.availability());
            State state = ofGroup == State.AVAILABLE ? sale.state(ofType, type.availability()) : ofGroup;
            if (!sale.shows(texts, ofGroup, false) || !sale.shows(ofType, state, false)) {
                throw UcpRefusal.unavailable(index);
            }
            if (state != State.AVAILABLE) {
                throw UcpRefusal.of(
                        state == State.SOLD_OUT ? UcpRefusal.OUT_OF_STOCK : UcpRefusal.UNAVAILABLE,
                        UcpMessage.line(index, "item.id"),
                        sale.text(ofType, state));
            }
        }
    }
}
