package io.tollgate.tools.demo;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.GradientPaint;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;

/** Draws the pictures of demo products and events. Equal numbers give equal pictures. */
final class DemoPictures {
    static final int WIDTH = 960;
    static final int HEIGHT = 720;
    private static final float QUALITY = 0.72f;

    /** The colors of a picture: the sky from top to bottom, the sun, and the layers from far to near. */
    private record Palette(int top, int bottom, int sun, int far, int middle, int near) {}

    private static final List<Palette> PALETTES = List.of(
            new Palette(0xfde2c0, 0xf6b28f, 0xfff3dc, 0xd98b79, 0xa85c63, 0x5e3550),
            new Palette(0xd7ecf4, 0x9ccbdc, 0xfffdf2, 0x6ba7b8, 0x3f7f8f, 0x1f5161),
            new Palette(0xf7ead2, 0xe9cf9f, 0xd9603b, 0xc7a66b, 0x8b8a4e, 0x4c5b34),
            new Palette(0x2b2f5c, 0x6d5a94, 0xf7e6b0, 0x514a86, 0x37356b, 0x1d1f45),
            new Palette(0xfbe3e6, 0xf2b7c0, 0xffffff, 0xd98a9d, 0xb05a78, 0x6e2f52),
            new Palette(0xe3efdf, 0xb7d6b3, 0xfff2b8, 0x86b68a, 0x4f8a66, 0x24573f));

    private DemoPictures() {}

    /** Returns a picture as a JPEG or PNG file. */
    static byte[] draw(int number, String format) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = image.createGraphics();
        canvas.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        Palette palette = PALETTES.get(number % PALETTES.size());
        sky(canvas, palette);
        switch (number % 3) {
            case 0 -> hills(canvas, palette, number);
            case 1 -> vase(canvas, palette);
            default -> flowers(canvas, palette, number);
        }
        canvas.dispose();
        return encoded(image, format);
    }

    private static void sky(Graphics2D canvas, Palette palette) {
        canvas.setPaint(new GradientPaint(0, 0, color(palette.top()), 0, HEIGHT, color(palette.bottom())));
        canvas.fill(new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    }

    private static void hills(Graphics2D canvas, Palette palette, int number) {
        circle(canvas, palette.sun(), 640 - 40.0 * number, 230, 92);
        int[] layers = {palette.far(), palette.middle(), palette.near()};
        for (int i = 0; i < layers.length; i++) {
            double base = 380 + 105.0 * i;
            Path2D hill = new Path2D.Double();
            hill.moveTo(0, HEIGHT);
            hill.lineTo(0, base + 30 * i);
            hill.curveTo(180, base - 130 + 60 * i, 330, base - 90, 500, base + 10);
            hill.curveTo(650, base + 90, 760, base - 120 + 40 * i, WIDTH, base - 20 * i);
            hill.lineTo(WIDTH, HEIGHT);
            hill.closePath();
            canvas.setPaint(color(layers[i]));
            canvas.fill(hill);
        }
    }

    /** Draws a vase with three twigs on a table. */
    private static void vase(Graphics2D canvas, Palette palette) {
        circle(canvas, palette.sun(), 480, 330, 240);
        canvas.setPaint(color(palette.far()));
        canvas.fill(new Rectangle2D.Double(0, 560, WIDTH, 160));
        for (int twig = -1; twig <= 1; twig++) {
            twig(canvas, palette, twig);
        }
        Path2D vase = new Path2D.Double();
        vase.moveTo(440, 350);
        vase.curveTo(450, 400, 360, 440, 365, 530);
        vase.curveTo(370, 610, 420, 628, 480, 628);
        vase.curveTo(540, 628, 590, 610, 595, 530);
        vase.curveTo(600, 440, 510, 400, 520, 350);
        vase.closePath();
        canvas.setPaint(new GradientPaint(365, 0, color(palette.middle()), 600, 0, color(palette.near())));
        canvas.fill(vase);
        canvas.setPaint(color(palette.top()));
        canvas.setStroke(new BasicStroke(7, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        Path2D band = new Path2D.Double();
        band.moveTo(381, 480);
        band.curveTo(430, 500, 530, 500, 579, 480);
        canvas.draw(band);
    }

    private static void twig(Graphics2D canvas, Palette palette, int side) {
        canvas.setPaint(color(palette.near()));
        canvas.setStroke(new BasicStroke(6, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        Path2D stem = new Path2D.Double();
        stem.moveTo(480, 370);
        stem.quadTo(480 + 30.0 * side, 240, 480 + 130.0 * side, 130 + 40.0 * Math.abs(side));
        canvas.draw(stem);
        for (int leaf = 1; leaf <= 4; leaf++) {
            double part = leaf / 4.0;
            double rest = 1 - part;
            double x = 480 + side * (2 * rest * part * 30 + part * part * 130);
            double y = rest * rest * 370 + 2 * rest * part * 240 + part * part * (130 + 40.0 * Math.abs(side));
            circle(canvas, leaf == 4 ? palette.far() : palette.middle(), x, y, leaf == 4 ? 30 : 18);
            circle(canvas, palette.near(), x, y, leaf == 4 ? 11 : 5);
        }
    }

    /** Draws a bed of round flowers in three rows. */
    private static void flowers(Graphics2D canvas, Palette palette, int number) {
        canvas.setPaint(color(palette.near()));
        canvas.setStroke(new BasicStroke(8, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        for (int i = 0; i < 7; i++) {
            double x = 90 + 130.0 * i;
            double y = 250 + 70 * Math.sin(i * 2.1 + number);
            Path2D stem = new Path2D.Double();
            stem.moveTo(x + 20, HEIGHT);
            stem.quadTo(x - 20, 560, x, y);
            canvas.setPaint(color(palette.near()));
            canvas.draw(stem);
            flower(canvas, palette, x, y, i % 2 == 0 ? palette.sun() : palette.far());
        }
        Path2D grass = new Path2D.Double();
        grass.moveTo(0, HEIGHT);
        grass.lineTo(0, 600);
        grass.curveTo(300, 560, 620, 660, WIDTH, 590);
        grass.lineTo(WIDTH, HEIGHT);
        grass.closePath();
        canvas.setPaint(color(palette.middle()));
        canvas.fill(grass);
    }

    private static void flower(Graphics2D canvas, Palette palette, double x, double y, int petals) {
        for (int petal = 0; petal < 8; petal++) {
            double angle = Math.PI * petal / 4;
            circle(canvas, petals, x + 42 * Math.cos(angle), y + 42 * Math.sin(angle), 25);
        }
        circle(canvas, palette.near(), x, y, 30);
    }

    private static void circle(Graphics2D canvas, int rgb, double x, double y, double radius) {
        canvas.setPaint(color(rgb));
        canvas.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    private static Color color(int rgb) {
        return new Color(rgb);
    }

    private static byte[] encoded(BufferedImage image, String format) {
        ImageWriter writer = ImageIO.getImageWritersByFormatName(format).next();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (var output = ImageIO.createImageOutputStream(file)) {
            ImageWriteParam options = writer.getDefaultWriteParam();
            if (format.equals("jpeg")) {
                options.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                options.setCompressionQuality(QUALITY);
            }
            writer.setOutput(output);
            writer.write(null, new IIOImage(image, null, null), options);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return file.toByteArray();
    }
}
