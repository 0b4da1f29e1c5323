package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.member.Role;
import java.util.Arrays;

/** What an action needs: a state of the record, and a scope of the member. The API decides in any case. */
final class ActionStates {
    /** The name of actions that create a record. */
    static final String NEW = "new";

    private ActionStates() {}

    /** Returns the scope that the write needs. */
    static String scope(Action action, RecordList list) {
        return switch (action) {
            case REFUND, REFUND_CHARGE -> "refunds:write";
            case RECORD_PAYMENT -> list == RecordList.PAYMENTS ? "payments:record" : "bookings:record";
            case CHECK_OUT -> "tickets:validate";
            default -> list.writeScope();
        };
    }

    /** Returns the members of the body that the action itself sets. */
    static ObjectNode fixed(Action action) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        return switch (action) {
            case CANCEL_AT_END -> body.put("cancelAtPeriodEnd", true);
            case CANCEL_NOW -> body.put("cancelImmediately", true);
            case PUBLISH -> body.put("status", "published");
            case UNPUBLISH -> body.put("status", "draft");
            case LEAVE_TEST_MODE -> body.put("testmode", false);
            default -> body;
        };
    }

    static boolean isPossible(Action action, JsonNode record, DashboardRequest open) {
        return switch (action) {
            case REFUND ->
                record.path("amountPaid").asLong()
                        > record.path("amountRefunded").asLong();
            case REFUND_CHARGE ->
                record.path("paid").asBoolean() && !record.path("refunded").asBoolean();
            case RECORD_PAYMENT ->
                has(record, "status", "unpaid", "partially_paid")
                        && record.path("amountDue").asLong() > 0;
            case RESEND -> !has(record, "status", "draft", "draft_expired", "created", "pending", "failed");
            case CANCEL_BOOKING ->
                has(record, "orderStatus", "active") && !has(record, "status", "draft", "draft_expired", "created");
            case CANCEL_TICKET, EDIT_ATTENDEE -> !has(record, "status", "canceled");
            case CHECK_OUT ->
                record.at("/latestCheckIn").isObject()
                        && record.at("/latestCheckIn/checkedOutAt").isNull();
            case EDIT_MEMBER, INVITE_AGAIN, REMOVE_MEMBER -> !has(record, "role", "owner");
            case OFFER_OWNERSHIP -> isOfferable(record, open) && isEmpty(record, "ownershipOfferExpiresAt");
            case WITHDRAW_OFFER -> isOfferable(record, open) && !isEmpty(record, "ownershipOfferExpiresAt");
            case EDIT_KEY, ROLL_KEY, REVOKE_KEY -> isEmpty(record, "revokedAt");
            case CANCEL_AT_END, CANCEL_NOW, UNCANCEL, PAUSE, RESUME -> isPossible(action, record);
            case PUBLISH -> !has(record, "status", "published");
            case UNPUBLISH -> has(record, "status", "published");
            case LEAVE_TEST_MODE -> open.live() && record.path("testmode").asBoolean();
            case ARCHIVE -> !has(record, "status", "archived");
            // A copy belongs to all pages of the seller.
            case DUPLICATE -> open.caller().pages() == null;
            case TEST_WEBHOOK, RECOVER -> has(record, "status", "active");
            case EDIT_COUPON, DELETE_RECORD -> !record.path("deleted").asBoolean();
            case EDIT_CUSTOMER, EDIT_PRODUCT, EDIT_TAX_RATE, EDIT_WEBHOOK, ROTATE_SECRET, REGENERATE, SWITCH_WEBHOOK ->
                true;
            case INVITE_MEMBER, CREATE_KEY, CREATE_COUPON, CREATE_TAX_RATE, CREATE_WEBHOOK, CREATE_EXPORT -> true;
        };
    }

    /** Of subscriptions. */
    private static boolean isPossible(Action action, JsonNode record) {
        return switch (action) {
            case CANCEL_AT_END ->
                has(record, "status", "active", "trialing", "past_due", "paused")
                        && !record.path("cancelAtPeriodEnd").asBoolean();
            case CANCEL_NOW -> has(record, "status", "active", "trialing", "past_due", "paused", "scheduled");
            case UNCANCEL ->
                has(record, "status", "active", "trialing", "past_due")
                        && !record.path("cancelAt").isNull();
            case PAUSE ->
                has(record, "status", "active") && record.path("pausedAt").isNull();
            default -> !isEmpty(record, "pausedAt");
        };
    }

    private static boolean isOfferable(JsonNode record, DashboardRequest open) {
        return open.membership().role() == Role.OWNER && !has(record, "role", "owner");
    }

    private static boolean isEmpty(JsonNode record, String field) {
        return record.path(field).isNull() || record.path(field).isMissingNode();
    }

    private static boolean has(JsonNode record, String field, String... values) {
        return Arrays.asList(values).contains(record.path(field).asText());
    }
}
