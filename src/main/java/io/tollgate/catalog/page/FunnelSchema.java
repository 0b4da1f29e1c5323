package io.tollgate.catalog.page;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.object;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.url;

import io.tollgate.platform.schema.Field;

/** The steps of a page after a purchase, and the values that redirects add to their addresses. */
final class FunnelSchema {
    private static final int STEPS_MAX = 20;
    private static final int TOKENS_MAX = 20;

    private static final Field KEY = text("key", 100)
            .doc("What to add: a value of the order, such as `orderId`, or `fields` for the answer to a field.")
            .needed();
    private static final Field IDENTIFIER = text("identifier", 100)
            .doc("Name of the value. For the key `fields`: the id of the field, which requests send as `fieldKey` or "
                    + "`fieldId` instead.")
            .orNull();
    private static final Field FIELD_KEY = text("fieldKey", 100)
            .doc("For the key `fields`: the `key` of a field in this request.")
            .orNull()
            .createOnly();
    private static final Field FIELD_ID = id("fieldId")
            .doc("For the key `fields`: the id of a field of the page.")
            .orNull()
            .changeOnly();

    private static final Field REDIRECT = object(
                    "redirect",
                    url("url")
                            .doc("The page that embeds the checkout of the offer: an https URL, or http on "
                                    + "localhost. Origin and path must be the same, including a trailing slash; the "
                                    + "query is ignored. The checkout of the first page must be embedded at the same "
                                    + "origin.")
                            .orNull(),
                    path("path")
                            .doc("Values to append to the path of `url`, as in `redirectUrlPath`.")
                            .orNull(),
                    query("query")
                            .doc("Values to append to the query of `url`, as in `redirectUrlQuery`.")
                            .orNull())
            .doc("For the action `redirect` of an `upsell`: the page of the seller's site to which the buyer "
                    + "is sent.")
            .orNull();

    private static final Field CONFIG = object(
                    "config",
                    oneOf("action", "checkout", "redirect", "confirmation")
                            .doc("An `upsell` takes `checkout`, with `pageId`, or `redirect`, with `redirect.url`. A "
                                    + "`confirmation` takes `confirmation`, `redirect`, with `redirectUrl`, or "
                                    + "`checkout`, with `redirectPageId`.")
                            .orNull(),
                    id("pageId")
                            .doc("For the action `checkout` of an `upsell`: id of the checkout page to offer. The page "
                                    + "must exist.")
                            .orNull(),
                    REDIRECT,
                    id("redirectPageId")
                            .doc("For the action `checkout` of a `confirmation`: id of the page that follows the "
                                    + "purchase, of any type.")
                            .orNull(),
                    url("redirectUrl")
                            .doc("For the action `redirect` of a `confirmation`: address that follows the purchase.")
                            .orNull(),
                    path("redirectUrlPath")
                            .doc("Values to append to the path of `redirectUrl`.")
                            .orNull(),
                    query("redirectUrlQuery")
                            .doc("Values to append to the query of `redirectUrl`.")
                            .orNull(),
                    bool("customizeCheckoutConfirmation")
                            .doc("For the action `confirmation`: whether the step shows its own title and message.")
                            .orNull(),
                    text("confirmationCheckoutTitle", 500)
                            .doc("For the action `confirmation`: title to show.")
                            .orNull(),
                    PageSchema.html("confirmationCheckoutMessage")
                            .doc("For the action `confirmation`: message to show, as HTML."))
            .doc("Settings of the step, as its type requires.")
            .orNull();

    static final Field STEPS = list(
                    "funnelSteps",
                    STEPS_MAX,
                    oneOf("type", "upsell", "confirmation")
                            .doc("`upsell`: a second offer. `confirmation`: the page that confirms the purchase. The "
                                    + "type decides which `config.action` the step takes.")
                            .always()
                            .needed(),
                    integer("order", 0, 1_000)
                            .doc("Position of the step, from 0. Defaults to the position in the list.")
                            .always(),
                    bool("enabled")
                            .doc("Whether the step is active. Defaults to `true` if `config` is complete.")
                            .always(),
                    CONFIG)
            .doc("Steps after a purchase, in order. Only the first enabled `upsell` applies. A list in a change "
                    + "replaces the former one. An enabled `confirmation` replaces the page's own texts and "
                    + "`afterPaymentAction`; it can lead to `redirectUrl` or `redirectPageId` itself. An "
                    + "`upsell` with the action `checkout` is shown after the payment, for "
                    + "one hour; one with the action `redirect` leads the buyer to `redirect.url`, where an embedded "
                    + "page is the offer.")
            .writable()
            .orNull();

    private FunnelSchema() {}

    /** Values that are added to the path of an address. */
    static Field path(String name) {
        return list(name, TOKENS_MAX, KEY, IDENTIFIER, FIELD_KEY, FIELD_ID);
    }

    /** Values that are added to the query of an address. */
    static Field query(String name) {
        Field parameter = text("parameter", 100)
                .doc("Name of the query parameter. Null: the value is not added.")
                .orNull();
        return list(name, TOKENS_MAX, parameter, KEY, IDENTIFIER, FIELD_KEY, FIELD_ID);
    }
}
