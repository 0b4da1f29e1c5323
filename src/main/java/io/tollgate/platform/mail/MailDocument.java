package io.tollgate.platform.mail;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of a message, from which its HTML part and its text part are rendered.
 *
 * @param language language tag
 * @param direction writing direction: {@code ltr} or {@code rtl}
 * @param preheader text that mail programs show next to the subject
 * @param sellerName null if the page hides it
 * @param logoUrl address of the seller's logo; null if there is none, or if the page hides it
 * @param notice a notice above the content, such as that the order is a test; null for none
 * @param footer lines below the content
 * @param button the colors of buttons, which are those of the seller's pages
 * @param stop link below the footer that stops such messages; null if they cannot be stopped
 */
public record MailDocument(
        String language,
        String direction,
        String preheader,
        @Nullable String sellerName,
        @Nullable String logoUrl,
        @Nullable String notice,
        String heading,
        List<Block> blocks,
        List<String> footer,
        @Nullable Row stop,
        ButtonColors button) {

    /** The colors of buttons, as {@code #rrggbb}. */
    public record ButtonColors(String background, String text) {}

    /** The kinds of blocks. */
    public enum Kind {
        /** A paragraph, which keeps its line breaks. */
        TEXT,
        /** Sanitized HTML of the seller. */
        HTML,
        /** Names with amounts. */
        AMOUNTS,
        /** Names with values. */
        FACTS,
        /** A link that looks like a button: the name is its label, the value its address. */
        BUTTON,
        /** Links: each name is a label, each value an address. */
        LINKS
    }

    /**
     * A part of the content.
     *
     * @param title null for no title
     * @param text the text or HTML of the block; empty for other kinds
     */
    public record Block(Kind kind, @Nullable String title, String text, List<Row> rows) {
        public static Block text(@Nullable String title, String text) {
            return new Block(Kind.TEXT, title, text, List.of());
        }

        public static Block html(String sanitized) {
            return new Block(Kind.HTML, null, sanitized, List.of());
        }

        public static Block rows(Kind kind, @Nullable String title, List<Row> rows) {
            return new Block(kind, title, "", List.copyOf(rows));
        }
    }

    /** A line of a block. */
    public record Row(String name, String value, boolean strong) {
        public Row(String name, String value) {
            this(name, value, false);
        }
    }
}
