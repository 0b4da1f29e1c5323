package io.tollgate.pdf.document;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceStream;

/** Builds a document: its pages and the resources that they share. */
public final class PdfDocument {
    private static final CompressParameters OBJECT_STREAMS = new CompressParameters(200);

    private final PDDocument file = new PDDocument();
    private final Compressor compressor;
    private final Description description;
    private final Runnable deadline;
    private final Structure structure = new Structure();
    private final FontSubsets fonts = new FontSubsets();
    private final Map<Picture, PDImageXObject> images = new HashMap<>();
    private final Map<Integer, PDExtendedGraphicsState> opacities = new HashMap<>();
    private final List<PDPage> pages = new ArrayList<>();
    private final RepeatedTexts repeatedTexts = new RepeatedTexts(this);

    /** Shared by all pages and forms. */
    private final COSDictionary resources = new COSDictionary();

    private final COSDictionary blending = new COSDictionary();
    private final PDAppearanceStream frame = new PDAppearanceStream(new COSStream());

    /**
     * @param deadline called before each page; throws if the time limit is exceeded
     * @param compressor used by one document at a time
     */
    public PdfDocument(Description description, Runnable deadline, Compressor compressor) {
        this.compressor = compressor;
        this.description = description;
        this.deadline = deadline;
        // Set while the tree is empty, because PDFBox traverses the whole tree.
        file.getDocumentCatalog().setStructureTreeRoot(structure.tree());
        frame.getCOSObject().setItem(COSName.RESOURCES, resources);
        blending.setItem(COSName.S, COSName.TRANSPARENCY);
        blending.setItem(COSName.CS, COSName.DEVICERGB);
    }

    /** Returns the root of the structure tree. */
    public Tag structure() {
        return structure.root();
    }

    /** Adds a page. The caller closes it after drawing. */
    public Canvas page(float width, float height) {
        deadline.run();
        PDPage page = new PDPage(new PDRectangle(width, height));
        pages.add(page);
        page.getCOSObject().setItem(COSName.RESOURCES, resources);
        page.getCOSObject().setItem(COSName.getPDFName("Tabs"), COSName.S);
        page.getCOSObject().setItem(COSName.GROUP, blending);
        page.setStructParents(structure.page());
        file.addPage(page);
        return new Canvas(this, pages.size() - 1, width, height);
    }

    PageContent content() {
        return new PageContent(file, frame, fonts);
    }

    void finishPage(int page, PageContent content) {
        pages.get(page).getCOSObject().setItem(COSName.CONTENTS, stream(content));
    }

    /** Draws content once for many pages, which show it as decoration because it has no tags. */
    public SharedForm sharedForm(float width, float height, Consumer<Canvas> drawing) {
        Canvas canvas = new Canvas(this, Canvas.NO_PAGE, width, height);
        drawing.accept(canvas);
        return new SharedForm(form(new PDRectangle(width, height), canvas.content()));
    }

    /** Creates a form that pages refer to by name. */
    PDFormXObject form(PDRectangle box, PageContent content) {
        COSStream stream = stream(content);
        PDFormXObject form = new PDFormXObject(stream);
        form.setBBox(box);
        stream.setItem(COSName.RESOURCES, resources);
        return form;
    }

    private COSStream stream(PageContent content) {
        COSStream stream = file.getDocument().createCOSStream();
        Canvas.write(() -> compressor.compress(content.finish(), stream));
        return stream;
    }

    RepeatedTexts repeatedTexts() {
        return repeatedTexts;
    }

    /** The result of {@link #sharedForm}. */
    public record SharedForm(PDFormXObject form) {}

    int mark(int page, Tag tag) {
        return structure.mark(page, pages.get(page), tag);
    }

    PDImageXObject image(Picture picture) throws IOException {
        PDImageXObject known = images.get(picture);
        if (known == null) {
            known = picture.image(file);
            images.put(picture, known);
        }
        return known;
    }

    /** Returns the graphics state for an opacity in percent. */
    PDExtendedGraphicsState opacity(int percent) {
        return opacities.computeIfAbsent(percent, added -> {
            PDExtendedGraphicsState state = new PDExtendedGraphicsState();
            state.setNonStrokingAlphaConstant(added / 100f);
            state.setStrokingAlphaConstant(added / 100f);
            return state;
        });
    }

    /** Writes the finished file. The document cannot be used afterwards. */
    public void save(OutputStream out) {
        Canvas.write(() -> {
            try (file) {
                resources.setItem(COSName.FONT, fonts.write(file, compressor));
                structure.finish();
                description.write(file);
                file.save(out, OBJECT_STREAMS);
            }
        });
    }
}
