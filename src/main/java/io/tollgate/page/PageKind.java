package io.tollgate.page;

/** What a page is for. */
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

    /** As records say it, and what its slug is where its name gives none. */
    public String type() {
        return type;
    }

    boolean takesMoney() {
        return takesMoney;
    }
}
