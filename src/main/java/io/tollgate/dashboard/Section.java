package io.tollgate.dashboard;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The sections of the dashboard, in the order of the menu. A member sees and opens the sections whose scope the role
 * has. Every page below a section requires its scope.
 */
public enum Section {
    HOME("", "Home", "", null),
    PAYMENTS("Sales", "Payments", "payments"),
    BOOKINGS("Sales", "Bookings", "bookings"),
    SUBSCRIPTIONS("Sales", "Subscriptions", "subscriptions"),
    SUBSCRIPTION_PAYMENTS("Sales", "Recurring charges", "subscription-payments"),
    INVOICES("Sales", "Invoices", "invoices"),
    FUNNEL_RUNS("Sales", "Offers", "funnel-runs"),
    CUSTOMERS("Sales", "Customers", "customers"),
    EVENTS("Events", "Events", "events"),
    TICKETS("Events", "Tickets", "tickets"),
    DOOR("Events", "Door", "/door", "tickets:validate"),
    CHECKOUT_PAGES("Pages and forms", "Checkout pages", "checkout-pages"),
    FORMS("Pages and forms", "Forms", "forms"),
    SUBMISSIONS("Pages and forms", "Submissions", "submissions"),
    PRODUCTS("Catalog", "Products", "products"),
    COUPONS("Catalog", "Coupons", "coupons"),
    TAX_RATES("Catalog", "Tax rates", "tax-rates"),
    WEBHOOKS("Developers", "Webhooks", "webhooks"),
    EXPORTS("Developers", "Exports", "exports"),
    REQUEST_LOG("Developers", "Request log", "request-log"),
    ERRORS("Developers", "Errors", "/errors", "request-log:read"),
    AUDIT_LOG("Developers", "Audit log", "audit-log"),
    ACCOUNT("Settings", "Account", "account"),
    PROCESSOR("Settings", "Payment processor", "processor-account"),
    MEMBERS("Settings", "Team", "members"),
    API_KEYS("Settings", "API keys", "api-keys"),
    SESSIONS("Settings", "Your account", "/sessions", "members:self");

    /** The sections whose records belong to pages, which members who see only some pages may open, too. */
    private static final Set<Section> OF_PAGES = EnumSet.of(
            HOME,
            PAYMENTS,
            BOOKINGS,
            SUBSCRIPTIONS,
            SUBSCRIPTION_PAYMENTS,
            FUNNEL_RUNS,
            EVENTS,
            TICKETS,
            DOOR,
            CHECKOUT_PAGES,
            FORMS,
            SUBMISSIONS,
            SESSIONS);

    private final String group;
    private final String label;
    private final String path;
    private final @Nullable String scope;

    Section(String group, String label, String path, @Nullable String scope) {
        this.group = group;
        this.label = label;
        this.path = path;
        this.scope = scope;
    }

    /** A section that shows a list of the API, which gives it its path and its scope. */
    Section(String group, String label, String list) {
        this(group, label, "/" + list, list + ":read");
    }

    /** Returns the heading in the menu under which the section is; empty for none. */
    public String group() {
        return group;
    }

    public String label() {
        return label;
    }

    /** Returns the path below that of the seller and the mode: empty, or one that begins with a slash. */
    public String path() {
        return path;
    }

    /** Returns the scope of the section; null if all members may open it. */
    public @Nullable String scope() {
        return scope;
    }

    boolean isOpenTo(DashboardRequest open) {
        return (scope == null || open.may(scope)) && (open.caller().pages() == null || isOfPages());
    }

    /** Returns whether members who see only some pages may open the section. */
    public boolean isOfPages() {
        return OF_PAGES.contains(this);
    }
}
