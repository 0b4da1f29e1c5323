package io.tollgate.page;

import static io.tollgate.schema.Field.bool;
import static io.tollgate.schema.Field.id;
import static io.tollgate.schema.Field.ids;
import static io.tollgate.schema.Field.integer;
import static io.tollgate.schema.Field.list;
import static io.tollgate.schema.Field.object;
import static io.tollgate.schema.Field.oneOf;
import static io.tollgate.schema.Field.prose;
import static io.tollgate.schema.Field.text;
import static io.tollgate.schema.Field.time;
import static io.tollgate.schema.Field.url;

import io.tollgate.file.Files;
import io.tollgate.schema.Field;
import io.tollgate.schema.Schema;
import io.tollgate.schema.Type;
import io.tollgate.schema.View;
import io.tollgate.seller.Locales;
import java.util.ArrayList;
import java.util.List;

/** The fields that checkout pages, forms and events share. */
public final class PageSchema {
    /** How long a body with the HTML of a page may be. */
    public static final int BYTES_MAX = 512 * 1024;

    private static final int NAME_MAX = 500;
    private static final int HTML_MAX = 100_000;
    private static final int STEPS_MAX = 20;
    private static final int IMAGES_MAX = 50;
    private static final int TOKENS_MAX = 20;
    private static final int DAYS_MAX = 365;

    private static final Field[] PATH_TOKEN = {
        text("key", 100).needed(),
        text("identifier", 100).orNull(),
        text("fieldKey", 100).orNull().createOnly(),
        id("fieldId").orNull().changeOnly()
    };

    private static final Field[] QUERY_TOKEN = with(text("parameter", 100).needed(), PATH_TOKEN);

    private static final Field FUNNEL_STEPS = list(
                    "funnelSteps",
                    STEPS_MAX,
                    oneOf("type", "upsell", "confirmation").always().needed(),
                    integer("order", 0, 1_000).always(),
                    bool("enabled").always(),
                    object(
                                    "config",
                                    oneOf("action", "checkout", "redirect", "confirmation")
                                            .orNull(),
                                    id("pageId").orNull(),
                                    object(
                                                    "redirect",
                                                    url("url").orNull(),
                                                    list("path", TOKENS_MAX, PATH_TOKEN)
                                                            .orNull(),
                                                    list("query", TOKENS_MAX, QUERY_TOKEN)
                                                            .orNull())
                                            .orNull(),
                                    bool("customizeCheckoutConfirmation").orNull(),
                                    text("confirmationCheckoutTitle", 500).orNull(),
                                    html("confirmationCheckoutMessage"))
                            .orNull())
            .doc("What follows a purchase. Only the first enabled upsell counts.")
            .writable()
            .orNull();

    private static final Type SLUG = Type.matching(
            1,
            Slugs.LENGTH_MAX,
            "/?[a-z0-9_]+(?:-+[a-z0-9_]+)*",
            "must be lowercase: letters a to z, digits, underscores, and hyphens between");

    private static final List<Field> IDENTITY = List.of(
            text("name", NAME_MAX).always().writable().needed(),
            Field.of("slug", SLUG)
                    .doc("Last part of the page's address.")
                    .example("yoga-class")
                    .always()
                    .writable()
                    .orNull(),
            oneOf("status", "published", "draft", "archived").writable().defaultsTo("published"),
            bool("testmode")
                    .doc("While `true`, visitors get what they order without paying, and the records have "
                            + "`livemode: false`.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            time("testmodeEnabledAt").doc("Since when it is in test mode; `null` where it is not."),
            list("images", Files.IMAGE),
            ids("imageIds", IMAGES_MAX).writeOnly().orNull(),
            Field.of("locale", Type.choice(Locales.ALL)).writable().defaultsTo(Locales.FALLBACK),
            list("fields", PageFieldSchema.FIELDS_MAX, PageFieldSchema.SCHEMA.members())
                    .in(View.READ, View.CREATE)
                    .orNull(),
            text("url").always(),
            bool("customizeCheckoutConfirmation").writable().defaultsTo(false),
            bool("closePopupOnClickOutside").writable().defaultsTo(false),
            FUNNEL_STEPS,
            integer("visitCount")
                    .doc("How often the page was opened.")
                    .example(128)
                    .always(),
            time("createdAt"),
            time("updatedAt"));

    private static final List<Field> AFTERWARDS = List.of(
            object("redirect", bool("enabled").defaultsTo(false), url("url").orNull())
                    .writable()
                    .orNull(),
            oneOf("afterPaymentAction", "confirmation", "checkout", "redirect")
                    .doc("What follows a purchase or a submission: the `confirmation`, the `checkout` of the "
                            + "page `redirectPageId`, or a `redirect` to `redirectUrl`.")
                    .writable()
                    .defaultsTo("confirmation"),
            id("redirectPageId")
                    .doc("Of the action `checkout`: a page of the same seller, of any kind.")
                    .writable()
                    .orNull(),
            url("redirectUrl")
                    .doc("Of the action `redirect`: where the buyer is sent.")
                    .writable()
                    .orNull(),
            list("redirectUrlPath", TOKENS_MAX, PATH_TOKEN)
                    .doc("What is added to the path of `redirectUrl`.")
                    .writable()
                    .orNull(),
            list("redirectUrlQuery", TOKENS_MAX, QUERY_TOKEN)
                    .doc("What is added to the query of `redirectUrl`, each under the name `parameter`.")
                    .writable()
                    .orNull(),
            bool("redirectUrlInsideEmbed").writable().defaultsTo(false),
            text("confirmationCheckoutTitle", 500).writable().orNull(),
            html("confirmationCheckoutMessage").writable(),
            bool("sendPaymentNotification").writable().defaultsTo(true),
            text("notifyEmail", 1_000)
                    .doc("Who is notified: e-mail addresses with commas between them.")
                    .writable()
                    .orNull(),
            bool("sendEmailConfirmation").writable().defaultsTo(true),
            bool("customizeEmailConfirmation")
                    .doc("Whether the e-mail uses the subject and the message of the page. If one of them is "
                            + "not set, the default text is used.")
                    .writable()
                    .defaultsTo(false),
            text("confirmationEmailSubject", 500).writable().orNull(),
            html("confirmationEmailMessage").writable(),
            bool("confirmationEmailShowLogo").writable().defaultsTo(true),
            bool("confirmationEmailShowStoreName").writable().defaultsTo(true),
            bool("googleIndex")
                    .doc("Whether search engines may list the page.")
                    .writable()
                    .defaultsTo(true),
            html("trackingCodes").doc("HTML, with its scripts.").writable(),
            text("title", 500).writable().orNull(),
            html("description").writable(),
            text("descriptionHtml").doc("The description as HTML."),
            invoiceSettings());

    private PageSchema() {}

    /** The fields of every page. The type tells programs of which kind a page is. */
    public static Schema of(PageKind kind) {
        return Schema.of(id("id"), id("sellerId"), oneOf("type", kind.type()).always())
                .and(IDENTITY)
                .and(AFTERWARDS);
    }

    /** Long text with markup, stored as it is sent. */
    public static Field html(String name) {
        return prose(name, HTML_MAX).orNull();
    }

    private static Field invoiceSettings() {
        return object(
                        "invoiceSettings",
                        prose("bankDetails", 5_000).orNull(),
                        object(
                                        "additionalInformation",
                                        bool("enabled").defaultsTo(false),
                                        text("title", 200).orNull(),
                                        prose("message", 5_000).orNull())
                                .orNull(),
                        object(
                                        "dueDays",
                                        bool("enabled").defaultsTo(false),
                                        integer("days", 0, DAYS_MAX).orNull())
                                .orNull())
                .writable()
                .orNull();
    }

    private static Field[] with(Field first, Field... more) {
        List<Field> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        return all.toArray(Field[]::new);
    }
}
