package io.tollgate.pdf.document;

import java.util.ArrayList;
import java.util.List;

/** Writes the tree of tags, and the way from the marks on each page back to it. */
final class StructureObjects {
    private final PdfFile file;
    private final List<Integer> pages;
    private final List<List<Tag>> marked;

    /**
     * @param pages object numbers
     * @param marked the tag of each mark, by page
     */
    StructureObjects(PdfFile file, List<Integer> pages, List<List<Tag>> marked) {
        this.file = file;
        this.pages = pages;
        this.marked = marked;
    }

    /** The number of the tree's root. */
    int write(Tag document) {
        int root = file.reserve();
        number(document);
        node(document, root);
        int parents = parents();
        file.put(
                root,
                "<</Type/StructTreeRoot/K " + document.number + " 0 R/ParentTree " + parents + " 0 R/ParentTreeNextKey "
                        + pages.size() + ">>");
        return root;
    }

    private void number(Tag tag) {
        tag.number = file.reserve();
        for (Object kid : tag.kids) {
            if (kid instanceof Tag child) {
                number(child);
            }
        }
    }

    private void node(Tag tag, int parent) {
        Bytes out = file.object();
        out.text("<</S/").text(tag.type).text("/P ").number(parent).text(" 0 R");
        int page = firstPage(tag);
        if (page >= 0) {
            out.text("/Pg ").number(pages.get(page)).text(" 0 R");
        }
        if (tag.alternative != null) {
            out.text("/Alt").string(tag.alternative);
        }
        if (tag.attributes != null) {
            out.text("/A").text(tag.attributes);
        }
        boolean several = tag.kids.size() != 1;
        out.text(several ? "/K[" : "/K ");
        for (Object kid : tag.kids) {
            kid(out, kid, page);
        }
        file.put(tag.number, out.text(several ? "]>>" : ">>"));
        for (Object kid : tag.kids) {
            if (kid instanceof Tag child) {
                node(child, tag.number);
            }
        }
    }

    private void kid(Bytes out, Object kid, int page) {
        if (kid instanceof Tag child) {
            out.number(child.number).text(" 0 R ");
        } else if (kid instanceof Tag.Mark mark) {
            if (mark.page() == page) {
                out.number(mark.id()).octet(' ');
            } else {
                out.text("<</Type/MCR/Pg ").number(pages.get(mark.page())).text(" 0 R/MCID ");
                out.number(mark.id()).text(">>");
            }
        }
    }

    private static int firstPage(Tag tag) {
        for (Object kid : tag.kids) {
            if (kid instanceof Tag.Mark mark) {
                return mark.page();
            }
        }
        return -1;
    }

    private int parents() {
        List<Integer> rows = new ArrayList<>(marked.size());
        for (List<Tag> tags : marked) {
            int row = file.reserve();
            rows.add(row);
            Bytes out = file.object().octet('[');
            for (Tag tag : tags) {
                out.number(tag.number).text(" 0 R ");
            }
            file.put(row, out.octet(']'));
        }
        Bytes out = file.object().text("<</Nums[");
        for (int i = 0; i < rows.size(); i++) {
            out.number(i).octet(' ').number(rows.get(i)).text(" 0 R ");
        }
        int tree = file.reserve();
        file.put(tree, out.text("]>>"));
        return tree;
    }
}
