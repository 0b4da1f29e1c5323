package io.tollgate.product;

import io.tollgate.input.Key;

/** The icons that badges, callouts and features can show. */
final class Icons {
    private static final String[] NAMES = {
        "star",
        "sparkles",
        "fire",
        "bolt",
        "rocket",
        "trophy",
        "check",
        "x-mark",
        "plus",
        "arrow-right",
        "check-badge",
        "check-circle",
        "shield-check",
        "thumbs-up",
        "heart",
        "smile",
        "light-bulb",
        "sun",
        "moon",
        "gift",
        "tag",
        "percent",
        "dollar",
        "banknotes",
        "credit-card",
        "shopping-bag",
        "shopping-cart",
        "truck",
        "clock",
        "calendar",
        "bell",
        "megaphone",
        "trending-up",
        "chart",
        "refresh",
        "lock",
        "key",
        "ticket",
        "users",
        "academic-cap",
        "book",
        "music",
        "video",
        "document",
        "download",
        "mobile",
        "camera",
        "paint-brush",
        "puzzle",
        "cube",
        "globe",
        "map-pin",
        "storefront",
        "tools",
        "beaker",
        "lifebuoy",
        "chat",
        "envelope",
        "phone",
        "cake",
        "scale",
        "eye"
    };

    private Icons() {}

    static Key key(String name) {
        return Key.oneOf(name, NAMES).orNull();
    }
}
