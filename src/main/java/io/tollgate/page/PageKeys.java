package io.tollgate.page;

import io.tollgate.input.Key;
import io.tollgate.input.Value;
import io.tollgate.seller.Locales;
import java.util.ArrayList;
import java.util.List;

/** What bodies of pages may hold: the keys that checkout pages, forms and events share. */
public final class PageKeys {
    /** How long a body with the HTML of a page may be. */
    public static final int BYTES_MAX = 512 * 1024;

    public static final int NAME_MAX = 500;

    private static final int HTML_MAX = 100_000;
    private static final int STEPS_MAX = 20;
    private static final int IMAGES_MAX = 50;
    private static final int TOKENS_MAX = 20;
    private static final int DAYS_MAX = 365;

    private PageKeys() {}

    /** Of a body that creates a page. */
    public static Key[] ofNew(PageKind kind, Key... ofItsKind) {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.text("name", NAME_MAX).needed());
        shared(keys, true);
        keys.add(Key.list("fields", FieldKeys.FIELDS_MAX, FieldKeys.OF_NEW).orNull());
        return CheckoutKeys.roundTrip(kind).among(with(keys, kind, ofItsKind));
    }

    /** Of a body that changes a page: what has endpoints of its own is not among them. */
    public static Key[] ofChange(PageKind kind, Key... ofItsKind) {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.text("name", NAME_MAX));
        shared(keys, false);
        return CheckoutKeys.roundTrip(kind).among(with(keys, kind, ofItsKind));
    }

    private static Key[] with(List<Key> keys, PageKind kind, Key... ofItsKind) {
        if (kind.takesMoney()) {
            keys.addAll(CheckoutKeys.of(kind));
        }
        keys.addAll(List.of(ofItsKind));
        return keys.toArray(new Key[0]);
    }

    /** Long text with markup, stored as it is sent. */
    public static Key html(String name) {
        return Key.prose(name, HTML_MAX).orNull();
    }

    private static void shared(List<Key> keys, boolean isNew) {
        keys.addAll(List.of(
                Key.of(
                                "slug",
                                Value.matching(
                                        1,
                                        Slugs.LENGTH_MAX,
                                        "/?[a-z0-9_]+(?:-+[a-z0-9_]+)*",
                                        "must be lowercase: letters a to z, digits, underscores, and hyphens between"))
                        .orNull(),
                Key.oneOf("status", "published", "draft", "archived"),
                Key.bool("testmode"),
                Key.of("locale", Value.oneOf(Locales.ALL)),
                Key.text("title", 500).orNull(),
                html("description"),
                Key.ids("imageIds", IMAGES_MAX).orNull(),
                Key.bool("closePopupOnClickOutside"),
                Key.bool("googleIndex"),
                html("trackingCodes"),
                funnelSteps(isNew)));
        afterwards(keys, isNew);
        emails(keys);
        keys.add(Key.object(
                        "invoiceSettings",
                        Key.prose("bankDetails", 5_000).orNull(),
                        Key.object(
                                        "additionalInformation",
                                        Key.bool("enabled"),
                                        Key.text("title", 200).orNull(),
                                        Key.prose("message", 5_000).orNull())
                                .orNull(),
                        Key.object(
                                        "dueDays",
                                        Key.bool("enabled"),
                                        Key.integer("days", 0, DAYS_MAX).orNull())
                                .orNull())
                .orNull());
    }

    private static void afterwards(List<Key> keys, boolean isNew) {
        keys.addAll(List.of(
                Key.object("redirect", Key.bool("enabled"), Key.url("url").orNull())
                        .orNull(),
                Key.oneOf("afterPaymentAction", "confirmation", "checkout", "redirect"),
                Key.id("redirectPageId").orNull(),
                Key.url("redirectUrl").orNull(),
                Key.list("redirectUrlPath", TOKENS_MAX, token(isNew)).orNull(),
                Key.list("redirectUrlQuery", TOKENS_MAX, token(isNew, Key.text("parameter", 100)))
                        .orNull(),
                Key.bool("redirectUrlInsideEmbed"),
                Key.bool("customizeCheckoutConfirmation"),
                Key.text("confirmationCheckoutTitle", 500).orNull(),
                html("confirmationCheckoutMessage")));
    }

    private static Key[] token(boolean isNew, Key... more) {
        List<Key> keys = new ArrayList<>();
        for (Key key : more) {
            keys.add(key.needed());
        }
        keys.add(Key.text("key", 100).needed());
        keys.add(Key.text("identifier", 100).orNull());
        keys.add((isNew ? Key.text("fieldKey", 100) : Key.id("fieldId")).orNull());
        return keys.toArray(new Key[0]);
    }

    private static void emails(List<Key> keys) {
        keys.addAll(List.of(
                Key.bool("sendPaymentNotification"),
                Key.text("notifyEmail", 1_000).orNull(),
                Key.bool("sendEmailConfirmation"),
                Key.bool("customizeEmailConfirmation"),
                Key.text("confirmationEmailSubject", 500).orNull(),
                html("confirmationEmailMessage"),
                Key.bool("confirmationEmailShowLogo"),
                Key.bool("confirmationEmailShowStoreName")));
    }

    private static Key funnelSteps(boolean isNew) {
        return Key.list(
                        "funnelSteps",
                        STEPS_MAX,
                        Key.oneOf("type", "upsell", "confirmation").needed(),
                        Key.integer("order", 0, 1_000),
                        Key.bool("enabled"),
                        Key.object(
                                        "config",
                                        Key.oneOf("action", "checkout", "redirect", "confirmation")
                                                .orNull(),
                                        Key.id("pageId").orNull(),
                                        Key.object(
                                                        "redirect",
                                                        Key.url("url").orNull(),
                                                        Key.list("path", TOKENS_MAX, token(isNew))
                                                                .orNull(),
                                                        Key.list(
                                                                        "query",
                                                                        TOKENS_MAX,
                                                                        token(isNew, Key.text("parameter", 100)))
                                                                .orNull())
                                                .orNull(),
                                        Key.bool("customizeCheckoutConfirmation")
                                                .orNull(),
                                        Key.text("confirmationCheckoutTitle", 500)
                                                .orNull(),
                                        html("confirmationCheckoutMessage"))
                                .orNull())
                .orNull();
    }
}
