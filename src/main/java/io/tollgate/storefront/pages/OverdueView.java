package io.tollgate.storefront.pages;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The page on which a subscriber pays what is due after a failed charge, or replaces the card.
 *
 * @param text what the page is for
 * @param formHeading heading of the form for another card
 * @param facts what is due, since when, and the saved card
 * @param scriptUrl the processor's script
 * @param clientSecret of the setup that saves another card
 * @param returnPath where the processor sends the buyer afterwards
 * @param submit text of the button that saves another card, or pays with it
 * @param decline why the last charge failed; null if it did not
 * @param confirmation client secret of a payment that the bank wants the buyer to confirm; null for none
 * @param retry how the buyer pays with the saved card; null without one, or if the bank wants a confirmation
 */
public record OverdueView(
        Shell shell,
        String text,
        String formHeading,
        List<Fact> facts,
        String scriptUrl,
        String publishableKey,
        String clientSecret,
        String returnPath,
        String email,
        String submit,
        @Nullable String decline,
        @Nullable String confirmation,
        @Nullable Retry retry) {

    /** A line of the summary. */
    public record Fact(String name, String value) {}

    /** @param csrf the proof that the form comes from the page */
    public record Retry(String path, String csrf, String label) {}
}
