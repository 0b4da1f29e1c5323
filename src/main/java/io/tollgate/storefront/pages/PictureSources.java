package io.tollgate.storefront.pages;

import io.tollgate.catalog.file.PictureSizes;
import io.tollgate.catalog.model.PageTexts.Image;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The addresses of an uploaded image in the sizes in which pages show it. Templates call it. */
public final class PictureSources {
    /** Other addresses are those of earlier uploads outside of Tollgate, which have one size. */
    private static final Pattern UPLOADED = Pattern.compile(".*/files/[0-9a-f]{24}/[0-9a-f]{24}");

    private static final int SMALL = PictureSizes.WIDTHS.get(0);

    private static final int LARGE = PictureSizes.WIDTHS.get(PictureSizes.WIDTHS.size() - 1);

    private PictureSources() {}

    /** Returns the sources of an image and their widths; null if it has only one. */
    public static @Nullable String srcset(Image image) {
        Integer width = image.width();
        List<Integer> below = width == null ? List.of() : PictureSizes.below(width);
        String url = image.url();
        if (url == null || below.isEmpty() || !isUploaded(url)) {
            return null;
        }
        return below.stream().map(one -> copy(url, one) + " " + one + "w, ").collect(Collectors.joining()) + url + " "
                + width + "w";
    }

    /** Returns the address of a logo, which is 44 pixels high. */
    public static String logo(String url) {
        return isUploaded(url) ? copy(url, SMALL) : url;
    }

    /** Returns the address of an image for places that are at most 240 pixels wide. */
    public static @Nullable String small(Image image) {
        Integer width = image.width();
        String url = image.url();
        return url == null || width == null || width <= SMALL || !isUploaded(url) ? url : copy(url, SMALL);
    }

    /**
     * Returns the absolute address of an image for other sites: its largest copy, which they accept more often than a
     * larger original. Null if the image has no address on the web.
     */
    static @Nullable String absolute(Image image, String publicUrl) {
        String url = image.url();
        if (url == null) {
            return null;
        }
        Integer width = image.width();
        String sized = width != null && width > LARGE && isUploaded(url) ? copy(url, LARGE) : url;
        if (sized.startsWith("/") && !sized.startsWith("//")) {
            return publicUrl + sized;
        }
        return sized.startsWith("https://") || sized.startsWith("http://") ? sized : null;
    }

    private static boolean isUploaded(String url) {
        return UPLOADED.matcher(url).matches();
    }

    private static String copy(String url, int width) {
        return url + "/w/" + width;
    }
}
