package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.input.Input;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Completes and validates funnel steps: what a buyer sees after the first payment. Only the first enabled upsell is
 * offered. A list that is sent replaces the stored one.
 */
final class FunnelSteps {
    private static final String NAME = "funnelSteps";
    private static final List<String> CONFIRMATION_SETTINGS =
            List.of("customizeCheckoutConfirmation", "confirmationCheckoutTitle", "confirmationCheckoutMessage");
    private static final List<String> TOKENS = List.of("redirectUrlPath", "redirectUrlQuery");

    /** The page and the address that follow a confirmation step. */
    private static final String PAGE = "redirectPageId";

    private static final String ADDRESS = "redirectUrl";

    private static final String SITE_RULE = "must be an https URL without a user name; http is allowed on localhost";
    private static final Pattern SITE = Pattern.compile(
            "(?i)https://[^/?#@]+([/?#].*)?|http://(localhost|127\\.0\\.0\\.1)(:[0-9]{1,5})?([/?#].*)?");

    private FunnelSteps() {}

    /** Returns whether a URL can be that of a site that embeds an offer. */
    private static boolean isSite(@Nullable String url) {
        // A text that is no URL has a message of its own.
        return url == null || !url.contains("://") || SITE.matcher(url).matches();
    }

    static void apply(Input input, ObjectNode page, RedirectTokens tokens) {
        if (!input.hasValue(NAME)) {
            return;
        }
        List<ObjectNode> steps = new ArrayList<>();
        for (Input step : input.objects(NAME)) {
            String type = Objects.requireNonNullElse(step.text("type"), "");
            steps.add(
                    type.equals("confirmation")
                            ? confirmation(step, steps.size(), tokens)
                            : upsell(step, steps.size(), tokens));
        }
        steps.sort(Comparator.comparingLong(step -> step.path("order").longValue()));
        ArrayNode sorted = page.putArray(NAME);
        steps.forEach(sorted::add);
    }

    private static ObjectNode base(Input step, int position) {
        ObjectNode base =
                Templates.merge(step, Templates.of("{ \"type\": \"\" }").put("order", position), Set.of());
        if (!base.path("config").isObject()) {
            base.putObject("config");
        }
        return base;
    }

    /** If the action was not sent, derives it from the page or address that was sent. */
    private static ObjectNode upsell(Input step, int position, RedirectTokens tokens) {
        ObjectNode upsell = base(step, position);
        ObjectNode config = (ObjectNode) upsell.get("config");
        Input sent = step.object("config");
        boolean page = sent.hasValue("pageId");
        boolean address = sent.object("redirect").hasValue("url");
        if (config.get("redirect") instanceof ObjectNode redirect) {
            tokens.applyToStep(sent.object("redirect"), redirect);
        }
        String action = sent.text("action");
        if (action == null && (page || address)) {
            action = page ? "checkout" : "redirect";
            config.put("action", action);
        }
        String chosen = Objects.requireNonNullElse(action, "");
        sent.rule(!chosen.equals("confirmation"), "action", "must be checkout or redirect in this type of step");
        sent.rule(!chosen.equals("checkout") || page, "pageId", "is required for the action checkout");
        sent.rule(chosen.equals("checkout") || !page, "pageId", "is allowed only with the action checkout");
        sent.rule(!chosen.equals("redirect") || address, "redirect.url", "is required for the action redirect");
        sent.rule(!address || isSite(sent.object("redirect").text("url")), "redirect.url", SITE_RULE);
        sent.rule(
                chosen.equals("redirect") || !sent.sets("redirect"),
                "redirect",
                "is allowed only with the action redirect");
        for (List<String> names : List.of(CONFIRMATION_SETTINGS, List.of(PAGE, ADDRESS), TOKENS)) {
            names.forEach(
                    name -> sent.rule(!sent.sets(name), name, "is allowed only in steps of the type confirmation"));
        }
        boolean complete = sent.wasSent("pageId") || sent.object("redirect").wasSent("url");
        step.rule(
                complete || !step.bool("enabled", false),
                "config",
                "needs a pageId or redirect.url while enabled is true");
        upsell.put("enabled", step.bool("enabled", complete));
        return upsell;
    }

    /** If the action was not sent, derives it from the page or address that was sent. */
    private static ObjectNode confirmation(Input step, int position, RedirectTokens tokens) {
        ObjectNode confirmation = base(step, position);
        ObjectNode config = (ObjectNode) confirmation.get("config");
        Input sent = step.object("config");
        String derived = sent.hasValue(PAGE) ? "checkout" : sent.hasValue(ADDRESS) ? "redirect" : "confirmation";
        String action = Objects.requireNonNullElse(sent.text("action"), derived);
        boolean page = action.equals("checkout");
        boolean address = action.equals("redirect");
        sent.rule(!page || sent.wasSent(PAGE), PAGE, "is required for the action checkout");
        sent.rule(page || !sent.hasValue(PAGE), PAGE, "is allowed only with the action checkout");
        sent.rule(!address || sent.wasSent(ADDRESS), ADDRESS, "is required for the action redirect");
        sent.rule(address || !sent.hasValue(ADDRESS), ADDRESS, "is allowed only with the action redirect");
        TOKENS.forEach(
                name -> sent.rule(address || !sent.sets(name), name, "is allowed only with the action redirect"));
        tokens.apply(sent, config);
        sent.rule(!sent.hasValue("pageId"), "pageId", "is allowed only in steps of the type upsell");
        sent.rule(!sent.sets("redirect"), "redirect", "is allowed only in steps of the type upsell");
        config.put("action", action);
        config.put("customizeCheckoutConfirmation", sent.bool("customizeCheckoutConfirmation", false));
        confirmation.put("enabled", step.bool("enabled", true));
        return confirmation;
    }

    /** Adds the pages that the steps offer to the references to validate. */
    static void addReferences(Input input, PageReferences references) {
        for (Input step : input.objects(NAME)) {
            references.add(step.object("config"), "pageId", PageKind.CHECKOUT);
            references.add(step.object("config"), PAGE, null);
        }
    }
}
