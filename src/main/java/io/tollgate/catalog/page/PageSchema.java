package io.tollgate.catalog.page;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.ids;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.prose;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;
import static io.tollgate.platform.schema.Field.url;

import io.tollgate.accounts.seller.Locales;
import io.tollgate.catalog.file.Files;
import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.schema.View;
import java.util.List;

/** The fields that checkout pages, forms and events share. */
public final class PageSchema {
    /** The events of pages of all kinds. */
    public static final Reports REPORTS = new Reports(
            "page",
            Reports.created("page.created", "a checkout page, an event or a form is created."),
            Reports.updated("page.updated", "a checkout page, an event or a form is changed."));

    /** Maximum length of a body that contains the HTML of a page. */
    public static final int BYTES_MAX = 512 * 1024;

    private static final int NAME_MAX = 500;
    private static final int HTML_MAX = 100_000;
    private static final int IMAGES_MAX = 50;
    private static final int DAYS_MAX = 365;
    private static final int ORIGINS_MAX = 50;

    private static final Type ORIGIN = Type.matching(
            1,
            255,
            "https?://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[1-9][0-9]{0,4})?",
            "must be an origin in lower case without a path, such as https://shop.example");

    private static final Type SLUG = Type.matching(
            1,
            Slugs.LENGTH_MAX,
            "/?[a-z0-9_]+(?:-+[a-z0-9_]+)*",
            "Slug needs to be lowercase letters a to z, digits, underscores, and hyphens between");

    private static final List<Field> IDENTITY = List.of(
            text("name", NAME_MAX)
                    .doc("Name of the page, for the seller.")
                    .always()
                    .writable()
                    .needed(),
            Field.of("slug", SLUG)
                    .doc("Last part of the page's address, unique for the seller. Derived from the title or the name "
                            + "if not sent.")
                    .example("yoga-class")
                    .always()
                    .writable()
                    .orNull(),
            oneOf("status", "published", "draft", "archived")
                    .doc("Visitors see a page while it is `published`. Deleting a page sets `archived`.")
                    .writable()
                    .defaultsTo("published"),
            bool("testmode")
                    .doc("While `true`, visitors get what they order without paying, and the records have `livemode: "
                            + "false`.")
                    .always()
                    .writable()
                    .defaultsTo(false),
            time("testmodeEnabledAt").doc("Time when test mode was switched on. Null while it is off."),
            list("images", Files.IMAGE).doc("Images that the page shows, in order."),
            ids("imageIds", IMAGES_MAX)
                    .doc("Ids of uploaded files with the purpose `image`, in the order shown. A list in a change "
                            + "replaces the former one.")
                    .writeOnly()
                    .orNull(),
            Field.of("locale", Type.choice(Locales.ALL))
                    .doc("Language and country of the page. If a new page sends none or null, it gets the `locale` "
                            + "of the account. Null in a change restores it.")
                    .writable()
                    .orNull()
                    .defaultsTo(Locales.FALLBACK),
            list("fields", PageFieldSchema.FIELDS_MAX, PageFieldSchema.SCHEMA.members())
                    .doc("Fields that visitors fill in. A new page always has fields for name and e-mail address.")
                    .in(View.READ, View.CREATE)
                    .orNull(),
            text("url").doc("Address at which visitors find the page.").always(),
            text("previewUrl")
                    .doc("Address at which the page can be seen before it is published: without orders, for seven "
                            + "days. Everyone with the address can see it. Null for a published page."),
            bool("allowEmbed")
                    .doc("Whether other sites may show the page in a frame.")
                    .writable()
                    .defaultsTo(true),
            Field.of("allowedEmbedOrigins", Type.list(0, ORIGINS_MAX, ORIGIN))
                    .doc("Origins of the sites that may show the page in a frame, such as `https://shop.example`. "
                            + "Empty: all sites over https, and all on the loopback interface. A list in a change "
                            + "replaces the former one.")
                    .writable()
                    .orNull(),
            bool("customizeCheckoutConfirmation")
                    .doc("Whether the confirmation shows `confirmationCheckoutTitle` and "
                            + "`confirmationCheckoutMessage`.")
                    .writable()
                    .defaultsTo(false),
            bool("closePopupOnClickOutside")
                    .doc("Whether a click outside of a pop-up checkout closes it.")
                    .writable()
                    .defaultsTo(false),
            FunnelSchema.STEPS,
            integer("visitCount")
                    .doc("Number of times the page was opened.")
                    .example(128)
                    .always(),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    private static final List<Field> AFTERWARDS = List.of(
            object(
                            "redirect",
                            CommonFields.ENABLED.defaultsTo(false),
                            url("url")
                                    .doc("The address, as an absolute URL. Required while `enabled` is `true`.")
                                    .orNull())
                    .doc("Sends all visitors of the page to another address.")
                    .writable()
                    .orNull(),
            oneOf("afterPaymentAction", "confirmation", "checkout", "redirect")
                    .doc("What follows a purchase or submission: the `confirmation`, the `checkout` of the page "
                            + "`redirectPageId`, or a `redirect` to `redirectUrl`. An enabled funnel step of the type "
                            + "`confirmation` takes precedence.")
                    .writable()
                    .defaultsTo("confirmation"),
            id("redirectPageId")
                    .doc("For the action `checkout`: id of a page of any kind that belongs to the seller. "
                            + "While that page is not published, the confirmation follows.")
                    .writable()
                    .orNull(),
            url("redirectUrl")
                    .doc("For the action `redirect`: the address to which the buyer is sent.")
                    .writable()
                    .orNull(),
            FunnelSchema.path("redirectUrlPath")
                    .doc("Values to append to the path of `redirectUrl`, in order.")
                    .writable()
                    .orNull(),
            FunnelSchema.query("redirectUrlQuery")
                    .doc("Values to append to the query of `redirectUrl`, each under the name `parameter`.")
                    .writable()
                    .orNull(),
            bool("redirectUrlInsideEmbed")
                    .doc("Whether the redirect happens inside an embedded checkout instead of the whole window.")
                    .writable()
                    .defaultsTo(false),
            text("confirmationCheckoutTitle", 500)
                    .doc("Title of the confirmation.")
                    .writable()
                    .orNull(),
            html("confirmationCheckoutMessage")
                    .doc("Message of the confirmation, as HTML.")
                    .writable(),
            bool("sendPaymentNotification")
                    .doc("Whether the seller is notified of each purchase or submission by e-mail.")
                    .writable()
                    .defaultsTo(true),
            text("notifyEmail", 1_000)
                    .personal()
                    .doc("E-mail addresses to notify, separated by commas. Null: the `email` of the account.")
                    .writable()
                    .orNull(),
            bool("sendEmailConfirmation")
                    .doc("Whether the buyer gets a confirmation e-mail.")
                    .writable()
                    .defaultsTo(true),
            bool("customizeEmailConfirmation")
                    .doc("Whether the confirmation e-mail uses the page's subject and message. If one of them is "
                            + "null, its default text is used.")
                    .writable()
                    .defaultsTo(false),
            text("confirmationEmailSubject", 500)
                    .doc("Subject of the confirmation e-mail. It can contain placeholders, such as `{{order.id}}`: "
                            + String.join(", ", EmailPlaceholders.NAMES) + ".")
                    .writable()
                    .orNull(),
            html("confirmationEmailMessage")
                    .doc("Message of the confirmation e-mail, as HTML. It replaces the greeting. It can contain the "
                            + "placeholders of `confirmationEmailSubject`.")
                    .writable(),
            bool("confirmationEmailShowLogo")
                    .doc("Whether e-mails show the seller's logo.")
                    .writable()
                    .defaultsTo(true),
            bool("confirmationEmailShowStoreName")
                    .doc("Whether e-mails show the seller's name above their content.")
                    .writable()
                    .defaultsTo(true),
            bool("googleIndex")
                    .doc("Whether search engines may index the page.")
                    .writable()
                    .defaultsTo(true),
            html("trackingCodes")
                    .doc("HTML with scripts for the confirmation, such as the pixel of an advertising service. It runs "
                            + "in a frame of its own and sees only the order number, the amount and the currency.")
                    .writable(),
            text("title", 500).doc("Title that visitors see.").writable().orNull(),
            html("description")
                    .doc("Description of the page as it was sent: text or HTML.")
                    .writable(),
            text("descriptionHtml").doc("The description as HTML."),
            invoiceSettings());

    private PageSchema() {}

    /** Returns the fields that all pages have. {@code type} identifies the kind of a page. */
    public static Schema of(PageKind kind) {
        return Schema.of(
                        CommonFields.ID,
                        CommonFields.SELLER_ID,
                        oneOf("type", kind.type())
                                .doc("Kind of the page: always `" + kind.type() + "`.")
                                .always())
                .and(IDENTITY)
                .and(AFTERWARDS);
    }

    /** Returns a field for HTML, which is stored as it is sent. */
    public static Field html(String name) {
        return prose(name, HTML_MAX).orNull();
    }

    private static Field invoiceSettings() {
        return object(
                        "invoiceSettings",
                        prose("bankDetails", 5_000)
                                .doc("Bank details for payment by transfer.")
                                .orNull(),
                        object(
                                        "additionalInformation",
                                        CommonFields.ENABLED.defaultsTo(false),
                                        text("title", 200)
                                                .doc("Title of the note.")
                                                .orNull(),
                                        prose("message", 5_000)
                                                .doc("Text of the note.")
                                                .orNull())
                                .doc("A note at the end of the invoice.")
                                .orNull(),
                        object(
                                        "dueDays",
                                        CommonFields.ENABLED.defaultsTo(false),
                                        integer("days", 0, DAYS_MAX)
                                                .doc("Days from the date of the invoice. Required while `enabled` is "
                                                        + "`true`.")
                                                .orNull())
                                .doc("Time within which an invoice is to be paid.")
                                .orNull())
                .doc("Additions to the invoices of the page. E-mails of unpaid orders repeat the bank details and the "
                        + "due date.")
                .writable()
                .orNull();
    }
}
