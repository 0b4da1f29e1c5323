package io.tollgate.pdf.document;

/** A colour, as red, green and blue from 0 to 255. */
public record Ink(int red, int green, int blue) {
    public static final Ink WHITE = new Ink(255, 255, 255);
    public static final Ink BLACK = new Ink(0, 0, 0);

    /** From six hexadecimal digits. */
    public static Ink of(int rgb) {
        return new Ink(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
    }

    /** This colour laid over white. */
    public Ink tint(double share) {
        return new Ink(mixed(red, share), mixed(green, share), mixed(blue, share));
    }

    private static int mixed(int part, double share) {
        return (int) Math.round(255 - (255 - part) * share);
    }

    /** Its three numbers, as operators take them. */
    void write(Bytes out) {
        out.number(red / 255.0).octet(' ').number(green / 255.0).octet(' ');
        out.number(blue / 255.0).octet(' ');
    }
}
