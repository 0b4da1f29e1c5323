package io.tollgate.tools.demo;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Generates the contents of demo files. All sellers have the same ones. */
final class DemoContents {
    private static final String TEXT = "This is a demo file of Tollgate.";
    private static final Map<String, DemoContent> MADE = new ConcurrentHashMap<>();

    private DemoContents() {}

    /** A content with its media type. */
    @SuppressWarnings("ArrayRecordComponent")
    record DemoContent(String type, byte[] bytes) {}

    /** Returns the picture of this number as a JPEG or PNG file, whichever the name ends with. */
    static DemoContent picture(int number, String name) {
        String format = name.endsWith(".png") ? "png" : "jpeg";
        return MADE.computeIfAbsent(
                number + format, key -> new DemoContent("image/" + format, DemoPictures.draw(number, format)));
    }

    /** Returns a small file of the type that the end of its name says. */
    static DemoContent file(String name) {
        String end = name.substring(name.lastIndexOf('.') + 1);
        return MADE.computeIfAbsent(end, key -> switch (key) {
            case "pdf" -> new DemoContent("application/pdf", pdf());
            case "zip" -> new DemoContent("application/zip", zip());
            default -> new DemoContent("text/plain", ascii(TEXT + "\n"));
        });
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns a document of one page with one line. */
    private static byte[] pdf() {
        String line = "BT /F1 24 Tf 72 720 Td (" + TEXT + ") Tj ET";
        String[] objects = {
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
                    + " /Resources << /Font << /F1 5 0 R >> >> >>",
            "<< /Length " + line.length() + " >>\nstream\n" + line + "\nendstream",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
        };
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        StringBuilder table = new StringBuilder("0000000000 65535 f \n");
        for (int i = 0; i < objects.length; i++) {
            table.append("%010d 00000 n \n".formatted(file.length()));
            file.append(i + 1).append(" 0 obj\n").append(objects[i]).append("\nendobj\n");
        }
        int start = file.length();
        int size = objects.length + 1;
        file.append("xref\n0 ").append(size).append('\n').append(table);
        file.append("trailer\n<< /Size ").append(size).append(" /Root 1 0 R >>\nstartxref\n");
        return ascii(file.append(start).append("\n%%EOF\n").toString());
    }

    private static byte[] zip() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(file)) {
            ZipEntry entry = new ZipEntry("demo.txt");
            entry.setTime(0);
            zip.putNextEntry(entry);
            zip.write(ascii(TEXT + "\n"));
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }
}
