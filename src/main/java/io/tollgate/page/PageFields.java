package io.tollgate.page;

import static io.tollgate.resource.Field.bool;
import static io.tollgate.resource.Field.id;
import static io.tollgate.resource.Field.integer;
import static io.tollgate.resource.Field.list;
import static io.tollgate.resource.Field.object;
import static io.tollgate.resource.Field.oneOf;
import static io.tollgate.resource.Field.text;
import static io.tollgate.resource.Field.texts;
import static io.tollgate.resource.Field.time;

import io.tollgate.file.Files;
import io.tollgate.resource.Field;
import java.util.ArrayList;
import java.util.List;

/** What checkout pages, forms and events have in common. */
public final class PageFields {
    private PageFields() {}

    private static final Field SHOW_HIDE_LOGIC = object(
            "showHideLogic",
            bool("enabled"),
            oneOf("comparison", "is", "is_not", "is_empty", "is_not_empty"),
            text("value"),
            object("element", text("elementTitle"), text("elementType"), id("elementId")));

    /** A field that the buyer fills in. */
    public static final List<Field> FIELD = List.of(
            id("id").always(),
            text("label").always(),
            text("description"),
            text("placeholder"),
            text("element").always(),
            text("type").always(),
            list(
                    "options",
                    id("id").always(),
                    text("label").always(),
                    text("value").always()),
            bool("required").always(),
            integer("order").always(),
            text("reference").always(),
            bool("hidden").always(),
            object("defaultValue", bool("enabled"), text("value")),
            SHOW_HIDE_LOGIC,
            object("minValue", bool("enabled"), text("value")),
            object("maxValue", bool("enabled"), text("value")),
            object("limitAllowedCountries", bool("enabled"), texts("countries")),
            bool("showSelectedDialCode"),
            oneOf("collect", "billing", "billing_and_shipping"),
            bool("collectShippingPhone"),
            object("limitShippingCountries", bool("enabled"), texts("countries")),
            object("limitBillingCountries", bool("enabled"), texts("countries")),
            text("defaultCountry"),
            time("createdAt"),
            time("updatedAt"));

    private static final Field FUNNEL_STEPS = list(
            "funnelSteps",
            oneOf("type", "upsell", "confirmation").always(),
            integer("order").always(),
            bool("enabled").always(),
            object(
                    "config",
                    oneOf("action", "checkout", "redirect", "confirmation"),
                    id("pageId"),
                    object(
                            "redirect",
                            text("url"),
                            list("path", text("key"), text("identifier")),
                            list("query", text("parameter"), text("key"), text("identifier"))),
                    bool("customizeCheckoutConfirmation"),
                    text("confirmationCheckoutTitle"),
                    text("confirmationCheckoutMessage")));

    private static final List<Field> IDENTITY = List.of(
            text("name").always(),
            text("slug").always(),
            oneOf("status", "published", "draft", "archived"),
            bool("testmode").always(),
            time("testmodeEnabledAt"),
            list("images", Files.IMAGE),
            text("locale"),
            list("fields", FIELD),
            text("url").always(),
            bool("customizeCheckoutConfirmation"),
            bool("closePopupOnClickOutside"),
            FUNNEL_STEPS,
            integer("visitCount").always(),
            time("createdAt"),
            time("updatedAt"));

    private static final List<Field> AFTERWARDS = List.of(
            object("redirect", bool("enabled"), text("url")),
            oneOf("afterPaymentAction", "confirmation", "checkout", "redirect"),
            id("redirectPageId"),
            text("redirectUrl"),
            list("redirectUrlPath", text("key"), text("identifier")),
            list("redirectUrlQuery", text("parameter"), text("key"), text("identifier")),
            bool("redirectUrlInsideEmbed"),
            text("confirmationCheckoutTitle"),
            text("confirmationCheckoutMessage"),
            bool("sendPaymentNotification"),
            text("notifyEmail"),
            bool("sendEmailConfirmation"),
            bool("customizeEmailConfirmation"),
            text("confirmationEmailSubject"),
            text("confirmationEmailMessage"),
            bool("confirmationEmailShowLogo"),
            bool("confirmationEmailShowStoreName"),
            bool("googleIndex"),
            text("trackingCodes"),
            text("title"),
            text("description"),
            text("descriptionHtml"),
            object(
                    "invoiceSettings",
                    text("bankDetails"),
                    object("additionalInformation", bool("enabled"), text("title"), text("message")),
                    object("dueDays", bool("enabled"), integer("days"))));

    /** Every page's fields, followed by those of its kind, by which programs tell pages apart. */
    public static List<Field> with(String kind, List<Field> ofItsKind) {
        List<Field> all = new ArrayList<>(
                List.of(id("id"), id("sellerId"), oneOf("type", kind).always()));
        all.addAll(IDENTITY);
        all.addAll(AFTERWARDS);
        all.addAll(ofItsKind);
        return all;
    }
}
