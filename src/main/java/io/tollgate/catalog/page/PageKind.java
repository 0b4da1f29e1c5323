package io.tollgate.catalog.page;

import java.util.Arrays;

/** The kind of a page. */
public enum PageKind {
    CHECKOUT("checkout", true),
    FORM("form", false),
    EVENT("event", true);

    private final String type;
    private final boolean takesMoney;

    PageKind(String type, boolean takesMoney) {
        this.type = type;
        this.takesMoney = takesMoney;
    }

    /** Returns the kind of pages of a {@code type}. */
    static PageKind of(String type) {
        return Arrays.stream(values())
                .filter(kind -> kind.type.equals(type))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the {@code type} of its records. It is also the slug of a page if none can be derived from its name. */
    public String type() {
        return type;
    }

    boolean takesMoney() {
        return takesMoney;
    }
}
