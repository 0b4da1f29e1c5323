package io.tollgate.storefront.pages;

import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The style sheet with a seller's color. Texts on the color are black or white, whichever contrasts more. Links use a
 * shade of it that is legible on the pages: darker on light pages, lighter on dark ones.
 */
final class Theme {
    /** The contrast that WCAG 2.2 AA requires of texts, with a margin for rounding. */
    static final double CONTRAST_MIN = 4.55;

    private static final Color WHITE = new Color(255, 255, 255);
    private static final Color BLACK = new Color(0, 0, 0);

    /** The backgrounds of light and dark pages on which links contrast least. */
    private static final Color LIGHT_PAGE = new Color(0xf4, 0xf5, 0xf7);

    private static final Color DARK_CARD = new Color(0x1b, 0x1f, 0x26);

    /** Part of the path. A change of the style sheet needs another one, because browsers keep style sheets. */
    private static final String VERSION = "1";

    private static final Pattern FILE = Pattern.compile("([0-9a-f]{6})\\.css");
    private static final int STEPS = 50;

    private Theme() {}

    /** A color of the sRGB space. */
    record Color(int red, int green, int blue) {
        static Color of(String hex) {
            return new Color(
                    Integer.parseInt(hex.substring(0, 2), 16),
                    Integer.parseInt(hex.substring(2, 4), 16),
                    Integer.parseInt(hex.substring(4, 6), 16));
        }

        /** Returns the relative luminance of WCAG, from 0 to 1. */
        double luminance() {
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
        }

        private static double linear(int channel) {
            double part = channel / 255.0;
            return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
        }

        /** Returns the contrast ratio of WCAG, from 1 to 21. */
        double contrast(Color other) {
            double lighter = Math.max(luminance(), other.luminance());
            double darker = Math.min(luminance(), other.luminance());
            return (lighter + 0.05) / (darker + 0.05);
        }

        Color mix(Color other, double part) {
            return new Color(mix(red, other.red, part), mix(green, other.green, part), mix(blue, other.blue, part));
        }

        private static int mix(int from, int to, double part) {
            return (int) Math.round(from + (to - from) * part);
        }

        String hex() {
            return String.format(Locale.ROOT, "#%02x%02x%02x", red, green, blue);
        }
    }

    /** @param color as {@code #rrggbb} */
    static String path(String color) {
        return "/s/-/theme" + VERSION + "/" + color.substring(1) + ".css";
    }

    /** Returns the style sheet of a color. */
    static String css(Color color) {
        return ":root{" + variables(color, LIGHT_PAGE, BLACK) + "}\n@media (prefers-color-scheme: dark){:root{"
                + variables(color, DARK_CARD, WHITE) + "}}\n";
    }

    private static String variables(Color color, Color page, Color away) {
        Color on = textOn(color);
        return "--accent:" + color.hex() + ";--on-accent:" + on.hex() + ";--link:"
                + legible(color, page, away).hex();
    }

    private static Color textOn(Color color) {
        return color.contrast(WHITE) >= CONTRAST_MIN || color.contrast(WHITE) >= color.contrast(BLACK) ? WHITE : BLACK;
    }

    /** Returns the color of texts on a color, both as {@code #rrggbb}. */
    static String textOn(String color) {
        return textOn(Color.of(color.substring(1))).hex();
    }

    /** Returns the shade nearest to a color, in the direction of another one, that is legible on a page. */
    static Color legible(Color color, Color page, Color away) {
        for (int step = 0; step < STEPS; step++) {
            Color shade = color.mix(away, step / (double) STEPS);
            if (shade.contrast(page) >= CONTRAST_MIN) {
                return shade;
            }
        }
        return away;
    }

    static void mount(Router router) {
        router.get("/s/-/theme" + VERSION + "/:file").handler(Theme::send);
    }

    private static void send(RoutingContext ctx) {
        var file = FILE.matcher(Objects.requireNonNull(ctx.pathParam("file")));
        if (!file.matches()) {
            ctx.next();
            return;
        }
        ctx.response()
                .putHeader("Content-Type", "text/css; charset=utf-8")
                .putHeader("Cache-Control", "public, max-age=31536000, immutable")
                .end(css(Color.of(file.group(1))));
    }
}
