package io.tollgate.pdf.document;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of the structure that screen readers read: its kind, its place, its parts. */
public final class Tag {
    final String type;
    final @Nullable Tag parent;
    final List<Object> kids = new ArrayList<>(2);

    @Nullable
    String alternative;

    @Nullable
    String attributes;

    int number;

    /** Content on a page, by its mark there. */
    record Mark(int page, int id) {}

    Tag(String type, @Nullable Tag parent) {
        this.type = type;
        this.parent = parent;
    }

    /** A new last part, of one of the standard kinds: {@code Sect}, {@code H1}, {@code P}, {@code Table} ... */
    public Tag add(String kind) {
        Tag kid = new Tag(kind, this);
        kids.add(kid);
        return kid;
    }

    /** A picture or code, with the words that stand for it. */
    public Tag figure(String words, float left, float bottom, float right, float top) {
        Tag figure = add("Figure");
        figure.alternative = words;
        figure.attributes = new Bytes(64)
                .text("<</O/Layout/Placement/Block/BBox[")
                .number(left)
                .octet(' ')
                .number(bottom)
                .octet(' ')
                .number(right)
                .octet(' ')
                .number(top)
                .text("]>>")
                .toString();
        return figure;
    }

    /** A heading cell, of the column below it or of the row beside it. */
    public Tag heading(boolean ofColumn, int columns) {
        Tag cell = add("TH");
        cell.attributes = "<</O/Table/Scope/" + (ofColumn ? "Column" : "Row") + span(columns) + ">>";
        return cell;
    }

    public Tag cell(int columns) {
        Tag cell = add("TD");
        cell.attributes = columns == 1 ? null : "<</O/Table" + span(columns) + ">>";
        return cell;
    }

    private static String span(int columns) {
        return columns == 1 ? "" : "/ColSpan " + columns;
    }
}
