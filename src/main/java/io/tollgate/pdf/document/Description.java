package io.tollgate.pdf.document;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSString;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDDocumentCatalog;
import org.apache.pdfbox.pdmodel.PDDocumentInformation;
import org.apache.pdfbox.pdmodel.common.PDMetadata;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDMarkInfo;
import org.apache.pdfbox.pdmodel.interactive.viewerpreferences.PDViewerPreferences;

/**
 * The metadata of a document.
 *
 * @param language a language tag such as {@code de-DE}
 * @param written taken from the record, never from a clock, so that equal records give equal bytes
 * @param id 32 hexadecimal digits that identify the content
 */
public record Description(String title, String author, String language, Instant written, String id) {
    private static final String PRODUCER = "Tollgate";
    private static final float VERSION = 1.7f;

    void write(PDDocument file) throws IOException {
        PDDocumentCatalog catalog = file.getDocumentCatalog();
        catalog.setLanguage(language);
        PDMarkInfo marks = new PDMarkInfo();
        marks.setMarked(true);
        catalog.setMarkInfo(marks);
        PDViewerPreferences viewer = new PDViewerPreferences(new COSDictionary());
        viewer.setDisplayDocTitle(true);
        catalog.setViewerPreferences(viewer);
        PDMetadata metadata = new PDMetadata(file);
        metadata.importXMPMetadata(metadata().getBytes(StandardCharsets.UTF_8));
        catalog.setMetadata(metadata);
        PDDocumentInformation information = file.getDocumentInformation();
        information.setTitle(title);
        information.setAuthor(author);
        information.setProducer(PRODUCER);
        GregorianCalendar time = GregorianCalendar.from(written.atZone(ZoneOffset.UTC));
        information.setCreationDate(time);
        information.setModificationDate(time);
        file.getDocument().setVersion(VERSION);
        file.getDocument().setDocumentID(identity());
    }

    /** Returns the document id, which PDFBox would otherwise derive from the current time. */
    private COSArray identity() {
        COSString content = new COSString(HexFormat.of().parseHex(id), true);
        COSArray identity = new COSArray();
        identity.add(content);
        identity.add(content);
        return identity;
    }

    private String metadata() {
        String written = DateTimeFormatter.ISO_INSTANT.format(written());
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
                """.formatted(xml(title()), xml(author()), xml(language()), written, written, PRODUCER);
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
