package io.tollgate.pdf.document;

import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDAttributeObject;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureElement;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureNode;
import org.apache.pdfbox.pdmodel.documentinterchange.taggedpdf.PDLayoutAttributeObject;
import org.apache.pdfbox.pdmodel.documentinterchange.taggedpdf.PDTableAttributeObject;

/** A node of the structure tree that screen readers use. */
public final class Tag {
    private final PDStructureElement element;

    Tag(String type, PDStructureNode parent) {
        element = new PDStructureElement(type, parent);
        parent.appendKid(element);
    }

    /** Adds a child of a standard structure type: {@code Sect}, {@code H1}, {@code P}, {@code Table} ... */
    public Tag add(String kind) {
        return new Tag(kind, element);
    }

    /** Adds an image or code with its alternate description. */
    public Tag figure(String description, float left, float bottom, float right, float top) {
        Tag figure = add("Figure");
        figure.element.setAlternateDescription(description);
        PDLayoutAttributeObject layout = new PDLayoutAttributeObject();
        layout.setPlacement(PDLayoutAttributeObject.PLACEMENT_BLOCK);
        layout.setBBox(new PDRectangle(left, bottom, right - left, top - bottom));
        return figure.with(layout);
    }

    /** Adds a header cell of a column or a row. */
    public Tag heading(boolean ofColumn, int columns) {
        PDTableAttributeObject table = new PDTableAttributeObject();
        table.setScope(ofColumn ? PDTableAttributeObject.SCOPE_COLUMN : PDTableAttributeObject.SCOPE_ROW);
        return add("TH").with(spanning(table, columns));
    }

    public Tag cell(int columns) {
        Tag cell = add("TD");
        return columns == 1 ? cell : cell.with(spanning(new PDTableAttributeObject(), columns));
    }

    private static PDTableAttributeObject spanning(PDTableAttributeObject table, int columns) {
        if (columns != 1) {
            table.setColSpan(columns);
        }
        return table;
    }

    private Tag with(PDAttributeObject attributes) {
        attributes.getCOSObject().setDirect(true);
        element.getCOSObject().setItem(COSName.A, attributes);
        return this;
    }

    String type() {
        return element.getStructureType();
    }

    PDStructureElement element() {
        return element;
    }
}
