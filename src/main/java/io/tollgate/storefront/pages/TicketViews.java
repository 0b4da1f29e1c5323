package io.tollgate.storefront.pages;

import io.tollgate.catalog.checkoutpage.HostedPages.HostedEvent;
import io.tollgate.catalog.model.EventTexts.GroupTexts;
import io.tollgate.catalog.model.EventTexts.Layout;
import io.tollgate.catalog.model.EventTexts.TypeTexts;
import io.tollgate.catalog.model.Selection;
import io.tollgate.catalog.model.TicketGroup;
import io.tollgate.catalog.model.TicketType;
import io.tollgate.platform.input.SubmittedForm;
import io.tollgate.pricing.Currency;
import io.tollgate.sales.cart.CartLimits;
import io.tollgate.storefront.pages.EventView.GroupView;
import io.tollgate.storefront.pages.EventView.TicketView;
import io.tollgate.storefront.pages.TicketSale.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds the views of an event's ticket groups.
 *
 * @param quantities the selected number of tickets by type
 */
record TicketViews(
        HostedEvent hosted,
        Messages messages,
        SubmittedForm form,
        FormErrors errors,
        List<String> revealed,
        Map<String, Integer> quantities,
        TicketSale sale) {

    /** Returns the groups that are shown, with the types that are shown. Leaves out groups without any. */
    List<GroupView> groups() {
        List<GroupView> groups = new ArrayList<>();
        for (TicketGroup group : hosted.page().groups()) {
            GroupTexts texts = hosted.texts().group(group.id()).orElse(null);
            if (texts == null
                    || !sale.shows(texts, sale.state(texts, group.availability()), isRevealed(group.reference()))) {
                continue;
            }
            GroupView view = group(group, texts);
            if (!view.tickets().isEmpty()) {
                groups.add(view);
            }
        }
        return groups;
    }

    private boolean isRevealed(@Nullable String reference) {
        return reference != null && revealed.contains(reference);
    }

    private GroupView group(TicketGroup group, GroupTexts texts) {
        Layout layout = Objects.requireNonNullElse(texts.layout(), Layout.DEFAULT);
        String type = selection(group);
        List<TicketView> tickets = new ArrayList<>();
        for (TicketType ticket : group.types()) {
            texts.types().stream()
                    .filter(one -> one.id().equals(ticket.id()))
                    .filter(one ->
                            sale.shows(one, sale.state(one, ticket.availability()), isRevealed(ticket.reference())))
                    .findFirst()
                    .ifPresent(one -> tickets.add(ticket(group, ticket, one, layout)));
        }
        State state = sale.state(texts, group.availability());
        boolean folds = layout.collapse() || layout.type().equals("accordion");
        boolean selected = group.types().stream().anyMatch(one -> quantities.containsKey(one.id()));
        return new GroupView(
                group.id(),
                type,
                group.name(),
                layout.showTicketGroupName() ? group.name() : null,
                SellerHtml.clean(texts.description()),
                style(layout),
                folds
                        ? Boolean.valueOf(
                                layout.collapse() && !selected && form.values().isEmpty())
                        : null,
                Inputs.ticketGroup(group.id()),
                group.selection() == Selection.SINGLE && !selected,
                DiscountTexts.ofTickets(messages, hosted.page().currency()).of(group.bulkDiscounts(), Map.of()),
                state == State.AVAILABLE ? null : sale.text(texts, state),
                tickets);
    }

    private static String selection(TicketGroup group) {
        if (group.selection() == Selection.SINGLE) {
            return "radio";
        }
        return group.selection() == Selection.MULTIPLE ? "checkbox" : "number";
    }

    private static String style(Layout layout) {
        String size = layout.imageSize().isEmpty() ? "medium" : layout.imageSize();
        String columns = layout.type().equals("grid") ? " columns-" + layout.columns() : "";
        return layout.type() + columns + " align-" + layout.alignment() + " " + layout.spacing() + " image-" + size;
    }

    private TicketView ticket(TicketGroup group, TicketType type, TypeTexts texts, Layout layout) {
        State state = sale.state(texts, type.availability());
        int quantity = quantities.getOrDefault(type.id(), 0);
        boolean counted = selection(group).equals("number");
        String input =
                group.selection() == Selection.SINGLE ? Inputs.ticketGroup(group.id()) : Inputs.ticket(type.id());
        boolean separate = "separate".equals(group.feeDisplay());
        boolean fixed = type.pricing() == TicketType.Pricing.PAID;
        return new TicketView(
                type.id(),
                input,
                type.name(),
                layout.showTicketTypeName() ? type.name() : null,
                SellerHtml.clean(texts.description()),
                texts.image(),
                layout.showTicketPrice() ? price(type, separate) : null,
                texts.discountedFromPrice() == null || !layout.showTicketPrice()
                        ? null
                        : money(texts.discountedFromPrice() + (separate ? 0 : type.feeAmount())),
                type.feeAmount() > 0 && separate && layout.showTicketFee()
                        ? messages.text("tickets.fee", money(type.feeAmount()))
                        : null,
                layout.showTicketTotalPrice() && counted && fixed ? total(quantity, unit(type, separate)) : null,
                left(group, type, texts, state),
                sale.dates(texts, state, layout.showTicketSaleDateTimezone()),
                state == State.AVAILABLE ? null : sale.text(texts, state),
                quantity > 0,
                counted ? Objects.requireNonNullElse(form.raw(input), String.valueOf(quantity)) : value(group, type),
                type.minQuantity(),
                max(group, type, texts),
                type.pricing() == TicketType.Pricing.PWYW ? amount(type, texts, layout) : null,
                errors.of(Inputs.ticket(type.id())));
    }

    private static String value(TicketGroup group, TicketType type) {
        return group.selection() == Selection.SINGLE ? type.id() : "1";
    }

    /** Returns how many tickets can be ordered: at most those that are left. */
    private int max(TicketGroup group, TicketType type, TypeTexts texts) {
        int most = type.maxQuantity() > 0 ? type.maxQuantity() : CartLimits.TICKETS_DEFAULT;
        Integer left = hosted.page().testmode() ? null : sale.left(group, texts);
        return left == null ? most : Math.min(most, left);
    }

    private String total(int quantity, long unit) {
        return quantity > 1 ? messages.text("tickets.total", quantity, money(unit * quantity)) : "";
    }

    private static long unit(TicketType type, boolean separate) {
        return type.price() + (separate ? 0 : type.feeAmount());
    }

    private String price(TicketType type, boolean separate) {
        return switch (type.pricing()) {
            case FREE -> separate || type.feeAmount() == 0 ? messages.text("tickets.free") : money(type.feeAmount());
            case PAID -> money(unit(type, separate));
            case PWYW ->
                type.price() > 0 ? messages.text("price.from", money(type.price())) : messages.text("price.free");
        };
    }

    private String money(long amount) {
        return messages.money(amount, hosted.page().currency());
    }

    /** Returns how many tickets are left, as far as the type, its group and the event are limited. */
    private @Nullable String left(TicketGroup group, TicketType type, TypeTexts texts, State state) {
        Integer left = sale.left(group, texts);
        return left == null || !texts.showAvailableQuantity() || state != State.AVAILABLE
                ? null
                : messages.text("tickets.left", left);
    }

    private FieldView amount(TicketType type, TypeTexts texts, Layout layout) {
        String name = Inputs.ticketAmount(type.id());
        Long suggested = texts.pwywSuggestedPrice();
        Currency currency = Currency.of(hosted.page().currency());
        String first = suggested == null || form.isSubmitted() ? "" : messages.entry(currency.major(suggested));
        String value = Objects.requireNonNullElse(form.raw(name), first);
        String placeholder =
                suggested == null || !layout.showPwywPlaceholder() ? null : messages.entry(currency.major(suggested));
        return OrderPartViews.text(
                name,
                FieldView.MONEY,
                messages.text("price.amountOf", type.name()),
                type.price() > 0 ? messages.text("price.from", money(type.price())) : null,
                placeholder,
                value,
                true,
                errors.of(name));
    }
}
