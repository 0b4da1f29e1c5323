package io.tollgate.pdf.font;

/** The weight of text. */
public enum Weight {
    REGULAR("Inter-Regular", "Regular"),
    SEMIBOLD("Inter-SemiBold", "Bold"),
    EXTRABOLD("Inter-ExtraBold", "Bold");

    final String primary;
    final String fallback;

    Weight(String primary, String fallback) {
        this.primary = primary;
        this.fallback = fallback;
    }
}
