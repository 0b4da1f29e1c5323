package io.tollgate.pdf.document;

import io.tollgate.pdf.font.FontSubset;
import io.tollgate.pdf.font.Typeface;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A document under construction: pages, and what they share. */
public final class PdfDocument {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final String PRODUCER = "Tollgate";

    private final DocumentMemory memory;
    private final PdfFile file;
    private final Description description;
    private final Runnable deadline;
    private final Tag structure = new Tag("Document", null);
    private final Map<Typeface, Integer> fontNumbers = new LinkedHashMap<>();
    private final List<FontSubset> fonts = new ArrayList<>();
    private final Map<Picture, Integer> pictures = new LinkedHashMap<>();
    private final List<Integer> stamps = new ArrayList<>();
    private final Map<Integer, Integer> opacities = new LinkedHashMap<>();
    private final List<Integer> pages = new ArrayList<>();
    private final List<List<Tag>> marked = new ArrayList<>();
    private final RepeatedTexts repeatedTexts = new RepeatedTexts(this);
    private final int pageTree;
    private final int resources;

    /**
     * What readers show of a document besides its pages.
     *
     * @param language as a tag: {@code de-DE}
     * @param written from the record, never from a clock: the same record gives the same bytes
     * @param id 32 hexadecimal digits that name this content
     */
    public record Description(String title, String author, String language, Instant written, String id) {}

    /**
     * @param deadline called before each page; throws when there is no time left
     * @param memory of no other document that is not finished
     */
    public PdfDocument(Description description, Runnable deadline, DocumentMemory memory) {
        this.description = description;
        this.deadline = deadline;
        this.memory = memory;
        this.file = new PdfFile(memory);
        this.pageTree = file.reserve();
        this.resources = file.reserve();
    }

    /** The root of what screen readers read. */
    public Tag structure() {
        return structure;
    }

    /** A new last page; close it when it is drawn. */
    public Canvas page(float width, float height) {
        deadline.run();
        pages.add(file.reserve());
        marked.add(new ArrayList<>());
        return new Canvas(this, pages.size() - 1, width, height);
    }

    /** Room for a drawing: that of one which is finished, where there is any. */
    Bytes blank() {
        Bytes used = memory.blanks.poll();
        return used == null ? new Bytes(8 * 1024) : used.clear();
    }

    /** What was drawn there is written. */
    void reuse(Bytes drawn) {
        memory.blanks.push(drawn);
    }

    void finishPage(int page, float width, float height, Bytes content) {
        int stream = file.reserve();
        file.stream(stream, "", content.array(), content.length());
        reuse(content);
        file.put(
                pages.get(page),
                file.object()
                        .text("<</Type/Page/Parent ")
                        .number(pageTree)
                        .text(" 0 R/MediaBox[0 0 ")
                        .number(width)
                        .octet(' ')
                        .number(height)
                        .text("]/Resources ")
                        .number(resources)
                        .text(" 0 R/Contents ")
                        .number(stream)
                        .text(" 0 R/Group<</S/Transparency/CS/DeviceRGB>>/Tabs/S/StructParents ")
                        .number(page)
                        .text(">>"));
    }

    /** Something drawn once and shown on many pages; as decoration, because it has no tags. */
    public Stamp stamp(float width, float height, Consumer<Canvas> drawing) {
        Canvas canvas = new Canvas(this, Canvas.NO_PAGE, width, height);
        drawing.accept(canvas);
        Stamp stamp = new Stamp(form(0, 0, width, height, canvas.content()));
        reuse(canvas.content());
        return stamp;
    }

    /** Content that pages show by its number. */
    int form(float left, float bottom, float right, float top, Bytes content) {
        int number = file.reserve();
        stamps.add(number);
        file.stream(
                number,
                new Bytes(100)
                        .text("/Type/XObject/Subtype/Form/BBox[")
                        .number(left)
                        .octet(' ')
                        .number(bottom)
                        .octet(' ')
                        .number(right)
                        .octet(' ')
                        .number(top)
                        .text("]/Resources ")
                        .number(resources)
                        .text(" 0 R")
                        .toString(),
                content.array(),
                content.length());
        return number;
    }

    RepeatedTexts repeatedTexts() {
        return repeatedTexts;
    }

    /** What {@link #stamp} made. */
    public record Stamp(int number) {}

    int mark(int page, Tag tag) {
        List<Tag> marks = marked.get(page);
        marks.add(tag);
        tag.kids.add(new Tag.Mark(page, marks.size() - 1));
        return marks.size() - 1;
    }

    /** The index of a font among the document's. */
    int font(Typeface typeface) {
        return fontNumbers.computeIfAbsent(typeface, added -> {
            fonts.add(new FontSubset(added));
            return fonts.size() - 1;
        });
    }

    FontSubset subset(int font) {
        return fonts.get(font);
    }

    int picture(Picture picture) {
        return pictures.computeIfAbsent(picture, added -> {
            byte[] alpha = added.alpha();
            String mask = "";
            if (alpha != null) {
                int number = file.reserve();
                file.plainStream(number, image(added) + "DeviceGray/Filter/FlateDecode", alpha);
                mask = "/SMask " + number + " 0 R";
            }
            int number = file.reserve();
            file.plainStream(number, image(added) + "DeviceRGB/Filter/" + added.filter() + mask, added.samples());
            return number;
        });
    }

    private static String image(Picture picture) {
        return "/Type/XObject/Subtype/Image/Width " + picture.width() + "/Height " + picture.height()
                + "/BitsPerComponent 8/ColorSpace/";
    }

    /** An opacity in percent. */
    int opacity(int percent) {
        return opacities.computeIfAbsent(percent, added -> {
            int number = file.reserve();
            file.put(number, "<</Type/ExtGState/ca " + added / 100.0 + "/CA " + added / 100.0 + ">>");
            return number;
        });
    }

    /** The finished file. */
    public byte[] bytes() {
        writeResources();
        Bytes kids = new Bytes(12 * pages.size() + 60).text("<</Type/Pages/Count ");
        kids.number(pages.size()).text("/Kids[");
        pages.forEach(page -> kids.number(page).text(" 0 R "));
        file.put(pageTree, kids.text("]>>"));
        int tree = new StructureObjects(file, pages, marked).write(structure);
        int metadata = file.reserve();
        file.plainStream(metadata, "/Type/Metadata/Subtype/XML", metadata().getBytes(StandardCharsets.UTF_8));
        int info = file.reserve();
        String stamp = "(D:" + STAMP.format(description.written()) + ")";
        file.put(
                info,
                new Bytes(200)
                        .text("<</Title")
                        .string(description.title())
                        .text("/Author")
                        .string(description.author())
                        .text("/Producer(" + PRODUCER + ")/CreationDate" + stamp + "/ModDate" + stamp + ">>"));
        int root = file.reserve();
        file.put(
                root,
                new Bytes(200)
                        .text("<</Type/Catalog/Pages " + pageTree + " 0 R/StructTreeRoot " + tree + " 0 R/Metadata "
                                + metadata + " 0 R/MarkInfo<</Marked true>>/Lang")
                        .string(description.language())
                        .text("/ViewerPreferences<</DisplayDocTitle true>>>>"));
        return file.finish(root, info, description.id());
    }

    private void writeResources() {
        Bytes out = new Bytes(300).text("<</Font<<");
        for (int i = 0; i < fonts.size(); i++) {
            int number = file.reserve();
            new FontObjects(file, fonts.get(i), i).write(number);
            out.text("/F").number(i).octet(' ').number(number).text(" 0 R");
        }
        out.text(">>/XObject<<");
        pictures.values()
                .forEach(number ->
                        out.text("/X").number(number).octet(' ').number(number).text(" 0 R"));
        stamps.forEach(number ->
                out.text("/X").number(number).octet(' ').number(number).text(" 0 R"));
        out.text(">>/ExtGState<<");
        opacities
                .values()
                .forEach(number ->
                        out.text("/G").number(number).octet(' ').number(number).text(" 0 R"));
        file.put(resources, out.text(">>>>"));
    }

    private String metadata() {
        String written = DateTimeFormatter.ISO_INSTANT.format(description.written());
        return """
                <?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
                 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
                 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
                <dc:title><rdf:Alt><rdf:li xml:lang="x-default">%s</rdf:li></rdf:Alt></dc:title>
                <dc:creator><rdf:Seq><rdf:li>%s</rdf:li></rdf:Seq></dc:creator>
                <dc:language><rdf:Bag><rdf:li>%s</rdf:li></rdf:Bag></dc:language>
                <xmp:CreateDate>%s</xmp:CreateDate><xmp:ModifyDate>%s</xmp:ModifyDate>
                <pdf:Producer>%s</pdf:Producer><pdfuaid:part>1</pdfuaid:part>
                </rdf:Description></rdf:RDF></x:xmpmeta>
                <?xpacket end="r"?>
                """.formatted(
                        xml(description.title()),
                        xml(description.author()),
                        xml(description.language()),
                        written,
                        written,
                        PRODUCER);
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
