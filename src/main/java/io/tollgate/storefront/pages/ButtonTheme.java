package io.tollgate.storefront.pages;

import io.tollgate.platform.mail.MailDocument.ButtonColors;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The colors of the buttons in messages: those of the seller's pages. */
public final class ButtonTheme {
    /** The color of buttons on pages of sellers without one. */
    static final String DEFAULT = "#1f5fd6";

    private ButtonTheme() {}

    /** @param accent the seller's color, as {@code #rrggbb}; null for the default color */
    public static ButtonColors of(@Nullable String accent) {
        String color = Objects.requireNonNullElse(accent, DEFAULT);
        return new ButtonColors(color, Theme.textOn(color));
    }
}
