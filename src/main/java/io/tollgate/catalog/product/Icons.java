package io.tollgate.catalog.product;

import io.tollgate.platform.schema.Field;
import java.util.List;

/** The icons that badges, callouts and features can show. */
final class Icons {
    private static final List<String> NAMES = List.of(
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
            "eye");

    private Icons() {}

    static Field field(String name) {
        return Field.choice(name, NAMES)
                .doc("Name of the icon next to the text. Null: no icon.")
                .orNull();
    }
}
