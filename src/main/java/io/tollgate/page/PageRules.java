package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import java.util.regex.Pattern;

/**
 * Rules between the settings of a page. Each looks at the page as it would be, and only where a
 * setting that it is about was sent: what stands is not refused because of something else.
 */
final class PageRules {
    private static final Pattern ADDRESS = Pattern.compile("[^\\s@,;<>\"()]+@[^\\s@,;<>\"()]+\\.[^\\s@,;<>\"().]+");

    private PageRules() {}

    static void check(Input input, ObjectNode page) {
        afterPayment(input, page);
        notifyEmail(input);
        Input invoice = input.object("invoiceSettings");
        if (invoice.has("dueDays")) {
            boolean holds = !page.at("/invoiceSettings/dueDays/enabled").asBoolean()
                    || page.at("/invoiceSettings/dueDays/days").isNumber();
            invoice.object("dueDays").rule(holds, "days", "is required while enabled is true");
        }
        if (input.has("redirect")) {
            boolean holds = !page.at("/redirect/enabled").asBoolean()
                    || page.at("/redirect/url").isTextual();
            input.object("redirect").rule(holds, "url", "is required while enabled is true");
        }
    }

    private static void afterPayment(Input input, ObjectNode page) {
        String action = page.path("afterPaymentAction").asText();
        if (input.has("afterPaymentAction") || input.has("redirectPageId")) {
            boolean holds = !action.equals("checkout") || page.hasNonNull("redirectPageId");
            input.rule(holds, "redirectPageId", "is required while afterPaymentAction is checkout");
        }
        if (input.has("afterPaymentAction") || input.has("redirectUrl")) {
            boolean holds = !action.equals("redirect") || page.hasNonNull("redirectUrl");
            input.rule(holds, "redirectUrl", "is required while afterPaymentAction is redirect");
        }
    }

    private static void notifyEmail(Input input) {
        String addresses = input.text("notifyEmail");
        if (addresses != null) {
            boolean all = true;
            for (String address : addresses.split(",", -1)) {
                all &= ADDRESS.matcher(address.strip()).matches();
            }
            input.rule(all, "notifyEmail", "must be e-mail addresses with commas between them");
        }
    }
}
