package io.tollgate.pdf.document;

import io.tollgate.pdf.font.FontSubset;
import io.tollgate.pdf.font.Typeface;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;

/** The font subsets of one document, named in order of first use. */
final class FontSubsets {
    private final Map<Typeface, Entry> entries = new LinkedHashMap<>();

    /** A subset and its resource name. */
    record Entry(COSName name, FontSubset subset) {}

    Entry of(Typeface typeface) {
        Entry known = entries.get(typeface);
        if (known == null) {
            known = new Entry(COSName.getPDFName("F" + entries.size()), new FontSubset(typeface));
            entries.put(typeface, known);
        }
        return known;
    }

    /** Writes the dictionaries of all fonts, including the embedded font files. */
    COSDictionary write(PDDocument file, Compressor compressor) throws IOException {
        COSDictionary fonts = new COSDictionary();
        int order = 0;
        for (Entry entry : entries.values()) {
            fonts.setItem(entry.name(), new FontDictionary(file, compressor, entry.subset(), order++).write());
        }
        return fonts;
    }
}
