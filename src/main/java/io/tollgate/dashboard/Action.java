package io.tollgate.dashboard;

import static io.tollgate.dashboard.ActionStates.NEW;
import static io.tollgate.dashboard.RecordList.API_KEYS;
import static io.tollgate.dashboard.RecordList.BOOKINGS;
import static io.tollgate.dashboard.RecordList.CHECKOUT_PAGES;
import static io.tollgate.dashboard.RecordList.COUPONS;
import static io.tollgate.dashboard.RecordList.CUSTOMERS;
import static io.tollgate.dashboard.RecordList.EVENTS;
import static io.tollgate.dashboard.RecordList.EXPORTS;
import static io.tollgate.dashboard.RecordList.FORMS;
import static io.tollgate.dashboard.RecordList.INVOICES;
import static io.tollgate.dashboard.RecordList.MEMBERS;
import static io.tollgate.dashboard.RecordList.PAYMENTS;
import static io.tollgate.dashboard.RecordList.PRODUCTS;
import static io.tollgate.dashboard.RecordList.SUBSCRIPTIONS;
import static io.tollgate.dashboard.RecordList.SUBSCRIPTION_PAYMENTS;
import static io.tollgate.dashboard.RecordList.TAX_RATES;
import static io.tollgate.dashboard.RecordList.TICKETS;
import static io.tollgate.dashboard.RecordList.WEBHOOKS;
import static io.vertx.core.http.HttpMethod.DELETE;
import static io.vertx.core.http.HttpMethod.PATCH;
import static io.vertx.core.http.HttpMethod.POST;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.http.HttpMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What members can do with a record. Each action is one write of the API, which validates it, and which the member sees
 * before it is done.
 */
enum Action {
    REFUND(
            "refund",
            "Refund",
            "refunded",
            POST,
            "/refund",
            List.of("amount", "reason", "reasonNote", "cancelTickets", "restock"),
            PAYMENTS,
            BOOKINGS),
    REFUND_CHARGE(
            "refund-charge",
            "Refund",
            "refunded",
            POST,
            "/refund",
            List.of("amount", "reason", "reasonNote"),
            SUBSCRIPTION_PAYMENTS),
    RECORD_PAYMENT(
            "record-payment",
            "Record payment",
            "recorded",
            POST,
            "/record-payment",
            List.of("method", "amount", "receivedAt", "reference", "note"),
            PAYMENTS,
            BOOKINGS),
    RESEND("resend", "Send the confirmation again", "sent", POST, "/resend", List.of(), PAYMENTS, BOOKINGS),
    CANCEL_BOOKING("cancel", "Cancel", "canceled", POST, "/cancel", List.of("reason", "restock"), BOOKINGS),
    CANCEL_TICKET("cancel", "Cancel", "canceled", POST, "/cancel", List.of("restock"), TICKETS),
    CHECK_OUT("check-out", "Check out", "checked out", POST, "/check-out", List.of(), TICKETS),
    EDIT_ATTENDEE("edit", "Edit attendee", "changed", PATCH, "", List.of("attendeeName", "attendeeEmail"), TICKETS),
    EDIT_CUSTOMER(
            "edit",
            "Edit",
            "changed",
            PATCH,
            "",
            List.of("name", "email", "billingEmail", "companyName", "phone"),
            CUSTOMERS),
    CANCEL_AT_END(
            "cancel-at-end",
            "Cancel at the end of the period",
            "canceled",
            POST,
            "/cancel",
            List.of("reason", "sendCancellationEmail"),
            SUBSCRIPTIONS),
    CANCEL_NOW(
            "cancel-now",
            "Cancel now",
            "canceled",
            POST,
            "/cancel",
            List.of("openInvoice", "reason", "sendCancellationEmail"),
            SUBSCRIPTIONS),
    UNCANCEL("uncancel", "Undo the cancellation", "continued", POST, "/uncancel", List.of(), SUBSCRIPTIONS),
    PAUSE("pause", "Pause", "paused", POST, "/pause", List.of("resumesAt"), SUBSCRIPTIONS),
    RESUME("resume", "Resume", "resumed", POST, "/resume", List.of(), SUBSCRIPTIONS),
    REGENERATE("regenerate", "Make the PDF again", "made again", POST, "/regenerate", List.of(), INVOICES),
    PUBLISH("publish", "Publish", "published", PATCH, "", List.of(), CHECKOUT_PAGES, EVENTS, FORMS),
    UNPUBLISH("unpublish", "Unpublish", "changed into a draft", PATCH, "", List.of(), CHECKOUT_PAGES, EVENTS, FORMS),
    LEAVE_TEST_MODE("go-live", "Take out of test mode", "changed", PATCH, "", List.of(), CHECKOUT_PAGES, EVENTS, FORMS),
    DUPLICATE("duplicate", "Duplicate", "copied", POST, "/duplicate", List.of(), CHECKOUT_PAGES, EVENTS, FORMS),
    ARCHIVE("archive", "Archive", "archived", DELETE, "", List.of(), CHECKOUT_PAGES, EVENTS, FORMS),
    EDIT_PRODUCT(
            "edit",
            "Edit",
            "changed",
            PATCH,
            "",
            List.of("title", "shortDescription", "sku", "hasUnlimitedStock", "stock"),
            PRODUCTS),
    CREATE_COUPON(
            NEW,
            "Create coupon",
            "created",
            POST,
            "",
            List.of(
                    "label",
                    "code",
                    "percentOff",
                    "amountOff",
                    "currency",
                    "duration",
                    "durationInMonths",
                    "redeemBy",
                    "maxRedemptions",
                    "maxRedemptionsPerCustomer",
                    "pageIds"),
            COUPONS),
    EDIT_COUPON(
            "edit",
            "Edit",
            "changed",
            PATCH,
            "",
            List.of("label", "redeemBy", "maxRedemptions", "maxRedemptionsPerCustomer", "pageIds"),
            COUPONS),
    CREATE_TAX_RATE(
            NEW,
            "Create tax rate",
            "created",
            POST,
            "",
            List.of("displayName", "percentage", "inclusive", "default"),
            TAX_RATES),
    EDIT_TAX_RATE("edit", "Edit", "changed", PATCH, "", List.of("displayName", "default"), TAX_RATES),
    CREATE_WEBHOOK(NEW, "Create webhook", "created", POST, "", List.of("name", "url", "events"), WEBHOOKS),
    EDIT_WEBHOOK("edit", "Edit", "changed", PATCH, "", List.of("name", "url", "events"), WEBHOOKS),
    CREATE_EXPORT(
            NEW,
            "Create export",
            "created",
            POST,
            "",
            List.of("list", "format", "delimiter", "bom", "schedule", "sendNotification", "notifyEmail"),
            EXPORTS),
    DELETE_RECORD("delete", "Delete", "deleted", DELETE, "", List.of(), COUPONS, TAX_RATES, WEBHOOKS, EXPORTS),
    TEST_WEBHOOK("test", "Send a test event", "tested", POST, "/test", List.of(), WEBHOOKS),
    SWITCH_WEBHOOK("switch", "Switch on or off", "changed", PATCH, "", List.of("status"), WEBHOOKS),
    ROTATE_SECRET("rotate", "Replace the secret", "replaced", POST, "/rotate", List.of(), WEBHOOKS),
    RECOVER("recover", "Deliver missed events", "begun", POST, "/recover", List.of("since"), WEBHOOKS),
    INVITE_MEMBER(NEW, "Invite", "invited", POST, "", List.of("email", "name", "role", "pages"), MEMBERS),
    EDIT_MEMBER("edit", "Edit", "changed", PATCH, "", List.of("name", "role", "pages"), MEMBERS),
    INVITE_AGAIN("invite", "Send the invitation again", "sent", POST, "/invite", List.of(), MEMBERS),
    OFFER_OWNERSHIP("offer", "Offer the ownership", "offered", POST, "/ownership-offer", List.of(), MEMBERS),
    WITHDRAW_OFFER("withdraw", "Withdraw the offer", "withdrawn", DELETE, "/ownership-offer", List.of(), MEMBERS),
    REMOVE_MEMBER("remove", "Remove", "removed", DELETE, "", List.of(), MEMBERS),
    CREATE_KEY(
            NEW,
            "Create API key",
            "created",
            POST,
            "",
            List.of("label", "livemode", "preset", "scopes", "pages", "expiresAt", "ceilings"),
            API_KEYS),
    EDIT_KEY(
            "edit",
            "Edit",
            "changed",
            PATCH,
            "",
            List.of("label", "scopes", "pages", "expiresAt", "ceilings"),
            API_KEYS),
    ROLL_KEY("roll", "Replace", "replaced", POST, "/roll", List.of("overlapHours"), API_KEYS),
    REVOKE_KEY("revoke", "Revoke", "revoked", DELETE, "", List.of(), API_KEYS);

    private final String name;
    private final String label;
    private final String done;
    private final HttpMethod method;
    private final String below;
    private final List<String> fields;
    private final Set<RecordList> lists;

    Action(
            String name,
            String label,
            String done,
            HttpMethod method,
            String below,
            List<String> fields,
            RecordList... lists) {
        this.name = name;
        this.label = label;
        this.done = done;
        this.method = method;
        this.below = below;
        this.fields = fields;
        this.lists = Set.of(lists);
    }

    /** Returns what a member can do with a record now. */
    static List<Action> of(RecordList list, JsonNode record, DashboardRequest open) {
        return Arrays.stream(values())
                .filter(action -> action.lists.contains(list)
                        && !action.isNew()
                        && ActionStates.isPossible(action, record, open)
                        && open.may(ActionStates.scope(action, list)))
                .toList();
    }

    /** Returns the action that creates records of a list; null if members cannot do so. */
    static @Nullable Action creating(RecordList list, DashboardRequest open) {
        Action action = named(list, NEW);
        return action != null && open.may(ActionStates.scope(action, list)) ? action : null;
    }

    /** Returns an action of a list by its name in the path; null if it has none. */
    static @Nullable Action named(RecordList list, String name) {
        return Arrays.stream(values())
                .filter(action -> action.lists.contains(list) && action.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns the sentence after an action; null if the text names none. */
    static @Nullable String done(RecordList list, @Nullable String name) {
        Action action = name == null ? null : named(list, name);
        return action == null ? null : "Done: " + action.done + ".";
    }

    /** Returns the name in the path of the page. */
    String path() {
        return name;
    }

    String label() {
        return label;
    }

    /** Returns whether the action changes fields of the record, whose values its form begins with. */
    boolean isEdit() {
        return method.equals(PATCH);
    }

    /** Returns whether the action creates a record. */
    boolean isNew() {
        return name.equals(NEW);
    }

    /** Returns whether the action changes who has access, so that it needs a recent sign-in. */
    boolean isSensitive() {
        return lists.contains(MEMBERS) || lists.contains(API_KEYS);
    }

    /** Returns whether the record is gone afterwards. */
    boolean removes() {
        return this == REMOVE_MEMBER || this == DELETE_RECORD;
    }

    HttpMethod method() {
        return method;
    }

    /** @param id of the record; empty if the action creates one */
    String target(RecordList list, String id) {
        return id.isEmpty() ? list.path() : list.path() + "/" + id + below;
    }

    /** Returns the names of the inputs, in the order of the form. */
    List<String> fields() {
        return fields;
    }
}
