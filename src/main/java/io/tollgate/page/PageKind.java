package io.tollgate.page;

import org.jspecify.annotations.Nullable;

/** What a page is for. */
public enum PageKind {
    CHECKOUT("checkout", "multiplyByQuantity"),
    FORM("form", null),
    EVENT("event", "multiplyByTickets");

    private final String type;
    private final @Nullable String feeMultiplier;

    PageKind(String type, @Nullable String feeMultiplier) {
        this.type = type;
        this.feeMultiplier = feeMultiplier;
    }

    /** As records say it, and what its slug is where its name gives none. */
    public String type() {
        return type;
    }

    /** What a fee of such a page may be taken once for each of; null where no money is taken. */
    @Nullable
    String feeMultiplier() {
        return feeMultiplier;
    }

    boolean takesMoney() {
        return feeMultiplier != null;
    }
}
