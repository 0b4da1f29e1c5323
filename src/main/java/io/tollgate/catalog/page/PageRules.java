package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.mail.MailAddress;

/**
 * Validates the rules between the settings of a page after a change. A rule applies only if one of its settings was
 * sent, so that a stored page that violates it can still be changed elsewhere.
 */
final class PageRules {
    private PageRules() {}

    static void check(Input input, ObjectNode page) {
        afterPayment(input, page);
        notifyEmail(input);
        EmailPlaceholders.check(input);
        Input invoice = input.object("invoiceSettings");
        if (invoice.has("dueDays")) {
            boolean valid = !page.at("/invoiceSettings/dueDays/enabled").asBoolean()
                    || page.at("/invoiceSettings/dueDays/days").isNumber();
            invoice.object("dueDays").rule(valid, "days", "is required while enabled is true");
        }
        if (input.has("redirect")) {
            boolean valid = !page.at("/redirect/enabled").asBoolean()
                    || page.at("/redirect/url").isTextual();
            input.object("redirect").rule(valid, "url", "is required while enabled is true");
        }
    }

    private static void afterPayment(Input input, ObjectNode page) {
        String action = page.path("afterPaymentAction").asText();
        if (input.has("afterPaymentAction") || input.has("redirectPageId")) {
            boolean valid = !action.equals("checkout") || page.hasNonNull("redirectPageId");
            input.rule(valid, "redirectPageId", "is required while afterPaymentAction is checkout");
        }
        if (input.has("afterPaymentAction") || input.has("redirectUrl")) {
            boolean valid = !action.equals("redirect") || page.hasNonNull("redirectUrl");
            input.rule(valid, "redirectUrl", "is required while afterPaymentAction is redirect");
        }
    }

    private static void notifyEmail(Input input) {
        String addresses = input.text("notifyEmail");
        boolean valid = addresses == null || MailAddress.isList(addresses);
        input.rule(valid, "notifyEmail", "must be e-mail addresses separated by commas");
    }
}
