package io.tollgate.storefront.pages;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The icons of badges, callouts and features as SVG, by the names of the API. They come from Bootstrap Icons. */
final class IconImages {
    private static final String FOLDER = "/META-INF/resources/webjars/bootstrap-icons/1.11.3/icons/";

    /** The name of the API, a space, and the name of the file. */
    private static final String NAMES = """
            star star-fill
            sparkles stars
            fire fire
            bolt lightning-charge-fill
            rocket rocket-takeoff-fill
            trophy trophy-fill
            check check-lg
            x-mark x-lg
            plus plus-lg
            arrow-right arrow-right
            check-badge patch-check-fill
            check-circle check-circle-fill
            shield-check shield-fill-check
            thumbs-up hand-thumbs-up-fill
            heart heart-fill
            smile emoji-smile-fill
            light-bulb lightbulb-fill
            sun sun-fill
            moon moon-fill
            gift gift-fill
            tag tag-fill
            percent percent
            dollar currency-dollar
            banknotes cash-stack
            credit-card credit-card-fill
            shopping-bag bag-fill
            shopping-cart cart-fill
            truck truck
            clock clock-fill
            calendar calendar-event-fill
            bell bell-fill
            megaphone megaphone-fill
            trending-up graph-up-arrow
            chart bar-chart-fill
            refresh arrow-repeat
            lock lock-fill
            key key-fill
            ticket ticket-perforated-fill
            users people-fill
            academic-cap mortarboard-fill
            book book-fill
            music music-note-beamed
            video camera-video-fill
            document file-earmark-text-fill
            download download
            mobile phone-fill
            camera camera-fill
            paint-brush brush-fill
            puzzle puzzle-fill
            cube box-fill
            globe globe
            map-pin geo-alt-fill
            storefront shop
            tools tools
            beaker eyedropper
            lifebuoy life-preserver
            chat chat-fill
            envelope envelope-fill
            phone telephone-fill
            cake cake-fill
            scale bank2
            eye eye-fill
            """;

    private static final Pattern SPACE = Pattern.compile(" ");
    private static final Map<String, String> ICONS = read();

    private IconImages() {}

    private static Map<String, String> read() {
        return NAMES.lines()
                .map(line -> SPACE.split(line, 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> svg(pair[0], pair[1])));
    }

    private static String svg(String name, String file) {
        try (InputStream image = IconImages.class.getResourceAsStream(FOLDER + file + ".svg")) {
            if (image == null) {
                throw new IllegalStateException("the icon " + name + " is missing");
            }
            String svg = new String(image.readAllBytes(), StandardCharsets.UTF_8).strip();
            String inner = svg.substring(svg.indexOf('>') + 1, svg.lastIndexOf("</svg>"));
            return "<svg class=\"icon\" viewBox=\"0 0 16 16\" fill=\"currentColor\" aria-hidden=\"true\">"
                    + inner.replace("\n", "").strip() + "</svg>";
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }

    /** Reads the icons, which the first page with one would otherwise wait for. Blocks. */
    static void prepare() {
        svg("check");
    }

    /** Returns an icon; null if there is none with this name. */
    static @Nullable String svg(@Nullable String name) {
        return name == null ? null : ICONS.get(name);
    }
}
