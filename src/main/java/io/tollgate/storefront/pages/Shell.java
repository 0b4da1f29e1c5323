package io.tollgate.storefront.pages;

import io.tollgate.catalog.file.BuyerFiles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What surrounds the content of every hosted page.
 *
 * @param title title of the document
 * @param path path of the page without its query, for the links that select a language
 * @param testmode whether the page shows that nothing is charged
 * @param index whether search engines may index the page
 * @param refreshSeconds after how many seconds the browser looks for a change of the page; null for never
 * @param display whether the page is embedded, and in which colors
 * @param purchases what an embedded page reports to its site
 */
public record Shell(
        Messages messages,
        String title,
        @Nullable String sellerName,
        @Nullable String logoUrl,
        String path,
        boolean testmode,
        boolean index,
        @Nullable Integer refreshSeconds,
        Display display,
        EmbeddedPurchases purchases) {

    /** The surroundings of a page that reports no purchase. */
    public Shell(
            Messages messages,
            String title,
            @Nullable String sellerName,
            @Nullable String logoUrl,
            String path,
            boolean testmode,
            boolean index,
            @Nullable Integer refreshSeconds,
            Display display) {
        this(
                messages,
                title,
                sellerName,
                logoUrl,
                path,
                testmode,
                index,
                refreshSeconds,
                display,
                EmbeddedPurchases.NONE);
    }

    /** Returns the surroundings of a page that reports purchases to the site that embeds it. */
    Shell reporting(EmbeddedPurchases others) {
        return with(display, purchases.and(others));
    }

    /** Returns these surroundings in another display. They report the same purchases. */
    Shell shownAs(Display other) {
        return with(other, purchases);
    }

    private Shell with(Display shown, EmbeddedPurchases reported) {
        return new Shell(messages, title, sellerName, logoUrl, path, testmode, index, refreshSeconds, shown, reported);
    }

    /** Returns whether the page is embedded and has a purchase to report. */
    boolean reportsPurchase() {
        return display.embedded() && !purchases.orders().isEmpty();
    }

    /** Returns the purchases for the script of an embedded page, as JSON; null if there are none. */
    public @Nullable String purchasesJson() {
        return reportsPurchase() ? purchases.json() : null;
    }

    /** A link that shows the page in another language. */
    public record Language(String code, String name, String path, boolean current) {}

    public List<Language> languages() {
        return Messages.LANGUAGES.stream()
                .map(code -> new Language(code, Messages.nameOf(code), path(code), code.equals(messages.language())))
                .toList();
    }

    private String path(String language) {
        return path + "?lang=" + language + (display.query().isEmpty() ? "" : "&" + display.query());
    }

    /** Returns the decimal separator of the language, and after it those that group thousands. */
    public String separators() {
        return messages.numbers().separators();
    }

    public String text(String key, Object... values) {
        return messages.text(key, values);
    }

    /** Returns how many files a field takes, and how large they can be. */
    public String fileHint(FieldView field) {
        String size = messages.size(BuyerFiles.BYTES_MAX);
        return field.type().equals("multiple")
                ? text("form.files.several", String.valueOf(field.max()), size)
                : text("form.files.one", size);
    }

    /** Returns the message for a file that is too large. */
    public String fileError() {
        return text("error.file.size", messages.size(BuyerFiles.BYTES_MAX));
    }

    public String fileBytesMax() {
        return String.valueOf(BuyerFiles.BYTES_MAX);
    }

    public String asset(String name) {
        return StorefrontAssets.path(name);
    }
}
