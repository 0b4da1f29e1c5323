package io.tollgate.platform.server;

import io.tollgate.platform.config.Setting;

/** Rate limits of a key and of all keys of a seller. */
public record RateLimitSettings(
        @Setting(
                defaultValue = "100",
                min = 1,
                max = MAX,
                description = "Sustained requests per second of one API key.")
        int keyPerSecond,

        @Setting(defaultValue = "1000", min = 1, max = MAX, description = "Burst size of one API key, in requests.")
        int keyBurst,

        @Setting(
                defaultValue = "500",
                min = 1,
                max = MAX,
                description = "Sustained requests per second of all API keys of a seller.")
        int sellerPerSecond,

        @Setting(
                defaultValue = "5000",
                min = 1,
                max = MAX,
                description = "Burst size of all API keys of a seller, in requests.")
        int sellerBurst,

        @Setting(
                defaultValue = "20",
                min = 1,
                max = MAX,
                description = "Sustained requests per second of one network address to hosted pages.")
        int buyerPerSecond,

        @Setting(
                defaultValue = "200",
                min = 1,
                max = MAX,
                description = "Burst size of one network address at hosted pages, in requests.")
        int buyerBurst,

        @Setting(
                defaultValue = "60",
                min = 1,
                max = MAX,
                description = "Submissions of forms per hour of one network address.")
        int buyerFormsPerHour,

        @Setting(
                defaultValue = "100",
                min = 1,
                max = MAX,
                description = "Files that one network address can upload with forms and orders per hour.")
        int buyerFilesPerHour,

        @Setting(
                defaultValue = "5",
                min = 1,
                max = MAX,
                description =
                        "Links to the customer portal per hour for one e-mail address of a seller's customers, and"
                                + " links to the dashboard for one e-mail address.")
        int buyerLinksPerHour,

        @Setting(
                defaultValue = "60",
                min = 1,
                max = MAX,
                description = "Carts that one network address can save per hour, each counted once.")
        int buyerCartsPerHour,

        @Setting(
                defaultValue = "60",
                min = 1,
                max = MAX,
                description = "Orders on hosted pages per hour of one network address, free ones included.")
        int buyerOrdersPerHour,

        @Setting(
                defaultValue = "20",
                min = 1,
                max = MAX,
                description = "Orders and submissions of forms per hour of one e-mail address at one seller.")
        int emailOrdersPerHour,

        @Setting(
                defaultValue = "1000",
                min = 1,
                max = MAX,
                description = "Orders or submissions of one hosted page per minute.")
        int pageOrdersPerMinute,

        @Setting(
                defaultValue = "2000",
                min = 1,
                max = MAX,
                description = "Orders and submissions of all hosted pages of one seller per minute.")
        int sellerOrdersPerMinute,

        @Setting(
                defaultValue = "30",
                min = 1,
                max = MAX,
                description = "Coupon codes that one network address can try per hour, each counted once.")
        int buyerCodesPerHour,

        @Setting(
                defaultValue = "1000",
                min = 1,
                max = MAX,
                description = "Coupon codes that all network addresses together can try on one page per hour.")
        int pageCodesPerHour,

        @Setting(
                defaultValue = "60",
                min = 1,
                max = MAX,
                description = "Charges of a saved card that one network address can ask for per hour.")
        int buyerCardTriesPerHour,

        @Setting(
                defaultValue = "20",
                min = 1,
                max = MAX,
                description = "Orders per hour of one network address on one page of a product or an event that each"
                        + " customer can buy only once.")
        int buyerOncePerHour,

        @Setting(
                defaultValue = "1000",
                min = 1,
                max = MAX,
                description = "Orders per hour of all network addresses on one such page.")
        int pageOncePerHour,

        @Setting(
                defaultValue = "5",
                min = 1,
                max = MAX,
                description = "Confirmations of one payment, booking or ticket that requests can send again per hour.")
        int resendsPerHour) {
    private static final int MAX = 1_000_000;
}
