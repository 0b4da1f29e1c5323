package io.tollgate.pdf.document;

import java.util.ArrayDeque;
import java.util.zip.Deflater;

/**
 * Memory in which a worker puts its documents together, one after the other: asked for anew each time,
 * it would be a third of what a document costs the garbage collector, for which all threads wait. Not
 * for two documents at a time.
 */
public final class DocumentMemory {
    /** What one large document needed is not kept for those after it. */
    private static final int KEPT_MAX = 1024 * 1024;

    final Deflater deflater = new Deflater(4);
    final ArrayDeque<Bytes> blanks = new ArrayDeque<>();
    Bytes file = new Bytes(64 * 1024);
    Bytes objects = new Bytes(16 * 1024);
    Bytes object = new Bytes(1024);
    Bytes packed = new Bytes(16 * 1024);
    byte[] deflated = new byte[16 * 1024];

    /** Begins another document. */
    DocumentMemory begin() {
        file = emptied(file);
        objects = emptied(objects);
        object = emptied(object);
        packed = emptied(packed);
        if (deflated.length > KEPT_MAX) {
            deflated = new byte[16 * 1024];
        }
        blanks.removeIf(blank -> blank.array().length > KEPT_MAX);
        return this;
    }

    private static Bytes emptied(Bytes used) {
        return used.array().length > KEPT_MAX ? new Bytes(16 * 1024) : used.clear();
    }
}
