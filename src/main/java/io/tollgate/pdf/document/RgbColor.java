package io.tollgate.pdf.document;

/** A color, as red, green and blue from 0 to 255. */
public record RgbColor(int red, int green, int blue) {
    public static final RgbColor WHITE = new RgbColor(255, 255, 255);
    public static final RgbColor BLACK = new RgbColor(0, 0, 0);

    /** Returns the color with an RGB value of six hexadecimal digits. */
    public static RgbColor of(int rgb) {
        return new RgbColor(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
    }

    /** Returns this color mixed with white. */
    public RgbColor tint(double share) {
        return new RgbColor(mixed(red, share), mixed(green, share), mixed(blue, share));
    }

    private static int mixed(int part, double share) {
        return (int) Math.round(255 - (255 - part) * share);
    }

    /** Returns the red component from 0 to 1, with three decimals, which represent all 256 values. */
    float redShare() {
        return share(red);
    }

    float greenShare() {
        return share(green);
    }

    float blueShare() {
        return share(blue);
    }

    private static float share(int part) {
        return Math.round(part * 1000 / 255f) / 1000f;
    }
}
