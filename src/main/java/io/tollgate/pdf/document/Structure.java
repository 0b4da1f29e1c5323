package io.tollgate.pdf.document;

import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDMarkedContentReference;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureElement;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureTreeRoot;

/** The structure tree, and the parent tree that maps marked content to its tag. */
final class Structure {
    private final PDStructureTreeRoot tree = new PDStructureTreeRoot();
    private final Tag root = new Tag("Document", tree);
    private final COSArray parents = new COSArray();
    private final List<COSArray> marks = new ArrayList<>();

    Tag root() {
        return root;
    }

    /** Adds a page and returns its key in the parent tree. */
    int page() {
        COSArray ofPage = new COSArray();
        parents.add(COSInteger.get(marks.size()));
        parents.add(ofPage);
        marks.add(ofPage);
        return marks.size() - 1;
    }

    /** Adds content of a page to a tag and returns the content's number on the page. */
    int mark(int key, PDPage page, Tag tag) {
        COSArray ofPage = marks.get(key);
        int mark = ofPage.size();
        PDStructureElement element = tag.element();
        ofPage.add(element.getCOSObject());
        COSDictionary first = element.getCOSObject().getCOSDictionary(COSName.PG);
        if (first == null) {
            element.setPage(page);
        }
        if (first == null || first == page.getCOSObject()) {
            element.appendKid(mark);
        } else {
            PDMarkedContentReference elsewhere = new PDMarkedContentReference();
            elsewhere.setPage(page);
            elsewhere.setMCID(mark);
            elsewhere.getCOSObject().setDirect(true);
            element.appendKid(elsewhere);
        }
        return mark;
    }

    PDStructureTreeRoot tree() {
        return tree;
    }

    /** Adds the parent tree, when all tags are complete. */
    void finish() {
        COSDictionary numbers = new COSDictionary();
        numbers.setItem(COSName.NUMS, parents);
        tree.getCOSObject().setItem(COSName.PARENT_TREE, numbers);
        tree.setParentTreeNextKey(marks.size());
    }
}
