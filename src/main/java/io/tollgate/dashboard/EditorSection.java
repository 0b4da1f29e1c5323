package io.tollgate.dashboard;

import static io.tollgate.dashboard.RecordList.CHECKOUT_PAGES;
import static io.tollgate.dashboard.RecordList.EVENTS;
import static io.tollgate.dashboard.RecordList.FORMS;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sections of the editor, in the order of its menu. */
enum EditorSection {
    TEXTS("Texts", Target.PAGE, CHECKOUT_PAGES, EVENTS, FORMS),
    DATE("Date and place", Target.PAGE, EVENTS),
    TICKETS("Tickets", Target.TICKETS, EVENTS),
    PRODUCT("Product and prices", Target.PRODUCT, CHECKOUT_PAGES),
    VARIANTS("Variants", Target.PRODUCT, CHECKOUT_PAGES),
    FIELDS("Fields", Target.FIELDS, CHECKOUT_PAGES, EVENTS, FORMS),
    PAYMENT("Payment options", Target.PAGE, CHECKOUT_PAGES, EVENTS),
    COUPONS("Coupons and discounts", Target.PAGE, CHECKOUT_PAGES, EVENTS),
    CONFIRMATION("Confirmation", Target.PAGE, CHECKOUT_PAGES, EVENTS, FORMS),
    MAILS("E-mails", Target.PAGE, CHECKOUT_PAGES, EVENTS, FORMS),
    DESIGN("Design", Target.PAGE, CHECKOUT_PAGES, EVENTS, FORMS),
    TRACKING("Search and tracking", Target.PAGE, CHECKOUT_PAGES, EVENTS, FORMS),
    LEGAL("Legal", Target.PAGE, CHECKOUT_PAGES, EVENTS);

    /** The record that a section changes. */
    enum Target {
        PAGE,
        /** The product of a checkout page. */
        PRODUCT,
        /** The fields of the page, each with an endpoint of its own. */
        FIELDS,
        /** The ticket groups of an event and their types, each with an endpoint of its own. */
        TICKETS
    }

    private final String label;
    private final Target target;
    private final Set<RecordList> lists;

    EditorSection(String label, Target target, RecordList... lists) {
        this.label = label;
        this.target = target;
        this.lists = Set.of(lists);
    }

    /** Returns the sections of a kind of page that a member may change. */
    static List<EditorSection> of(RecordList list, DashboardRequest open) {
        return Arrays.stream(values())
                .filter(section -> section.lists.contains(list) && section.isOpenTo(open))
                .toList();
    }

    /** Returns a section by its name in the path; null if the kind of page has none of that name. */
    static @Nullable EditorSection named(RecordList list, String path) {
        return Arrays.stream(values())
                .filter(section ->
                        section.lists.contains(list) && section.path().equals(path))
                .findFirst()
                .orElse(null);
    }

    /** Products belong to all pages of the seller, so that members who see only some pages do not change them. */
    private boolean isOpenTo(DashboardRequest open) {
        return target != Target.PRODUCT || open.mayWithAll("products:write");
    }

    String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    String label() {
        return label;
    }

    Target target() {
        return target;
    }

    List<EditorPart> parts(RecordList list) {
        return switch (this) {
            case TEXTS -> EditorParts.texts();
            case DATE -> EditorParts.date();
            case TICKETS -> EditorOfferParts.tickets();
            case PRODUCT -> EditorOfferParts.product();
            case VARIANTS -> EditorOfferParts.variants();
            case FIELDS -> EditorParts.fields();
            case PAYMENT -> EditorOfferParts.payment(list);
            case COUPONS -> EditorOfferParts.coupons(list);
            case CONFIRMATION -> EditorParts.confirmation(list);
            case MAILS -> EditorParts.mails(list);
            case DESIGN -> EditorParts.design();
            case TRACKING -> EditorParts.tracking();
            case LEGAL -> EditorParts.legal();
        };
    }
}
