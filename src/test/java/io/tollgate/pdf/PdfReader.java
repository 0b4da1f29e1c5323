package io.tollgate.pdf;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.LuminanceSource;
import com.google.zxing.NotFoundException;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.Result;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.multi.qrcode.QRCodeMultiReader;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.text.Normalizer;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;

/** Reads documents with PDFBox, and their codes with ZXing. */
public final class PdfReader {
    private PdfReader() {}

    public static String text(byte[] pdf) {
        try (PDDocument document = Loader.loadPDF(pdf)) {
            return new PDFTextStripper().getText(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the text in its visual order, from left to right, whatever the direction of its script. */
    public static String visualText(byte[] pdf) {
        try (PDDocument document = Loader.loadPDF(pdf)) {
            PDFTextStripper stripper = new PDFTextStripper();
            stripper.setSortByPosition(true);
            return stripper.getText(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the content behind a link that needs no key. */
    public static byte[] download(String url) {
        try (InputStream in = URI.create(url).toURL().openStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static int pages(byte[] pdf) {
        try (PDDocument document = Loader.loadPDF(pdf)) {
            return document.getNumberOfPages();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static BufferedImage picture(byte[] pdf, int page, int dotsPerInch) {
        try (PDDocument document = Loader.loadPDF(pdf)) {
            return new PDFRenderer(document).renderImageWithDPI(page, dotsPerInch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the content of the code on a page, rendered at 150 dpi; empty if none is found. The reader
     * tries every three marks that look like a code's corners: a text may contain a fourth, such as U+25C8
     * (a dot in a ring, 1:1:3:1:1), and the plain reader would settle for three wrong ones.
     */
    public static String code(byte[] pdf, int page) {
        BufferedImage image = picture(pdf, page, 150);
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        LuminanceSource source = new RGBLuminanceSource(image.getWidth(), image.getHeight(), pixels);
        try {
            return Stream.of(new QRCodeMultiReader()
                            .decodeMultiple(
                                    new BinaryBitmap(new HybridBinarizer(source)),
                                    Map.of(DecodeHintType.TRY_HARDER, true)))
                    .map(Result::getText)
                    .collect(Collectors.joining("\n"));
        } catch (NotFoundException e) {
            return "";
        }
    }

    /** Returns a text without the characters that extraction may add or omit: breaks, direction marks, joiners. */
    public static String letters(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC)
                .replaceAll("[\\s\\u200b-\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u061c\\ufe0f\\u00ad]+", "");
    }
}
