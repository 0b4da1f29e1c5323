package io.tollgate.pdf.document;

import java.util.Arrays;
import java.util.zip.Deflater;

/**
 * A PDF file under construction: numbered objects, streams as they come, everything else packed
 * into object streams at the end. The same calls give the same bytes.
 */
final class PdfFile {
    private static final int PACKED_MAX = 200;

    private final DocumentMemory memory;
    private final Bytes out;
    private final Bytes objects;
    private final Deflater deflater;

    /** Where each object is, by its number; 0 for one that was never written. */
    private long[] places = new long[256];

    /** The number of each object that waits to be packed, and where it begins among them. */
    private int[] numbers = new int[256];

    private int[] starts = new int[256];
    private int reserved = 1;
    private int waiting;

    PdfFile(DocumentMemory memory) {
        this.memory = memory.begin();
        this.out = memory.file;
        this.objects = memory.objects;
        this.deflater = memory.deflater;
        places[0] = place(0, 0, 65_535);
        out.text("%PDF-1.7\n%")
                .raw(new byte[] {(byte) 0xe2, (byte) 0xe3, (byte) 0xcf, (byte) 0xd3})
                .text("\n");
    }

    /** Where an object is: at an offset, or at an index in an object stream; seven bytes, as the table has them. */
    private static long place(int kind, int first, int second) {
        return (long) kind << 48 | (first & 0xffff_ffffL) << 16 | second;
    }

    /** A number for an object that will be written later. */
    int reserve() {
        if (reserved == places.length) {
            places = Arrays.copyOf(places, 2 * reserved);
        }
        return reserved++;
    }

    /** Room for one object; the same again for the next one. */
    Bytes object() {
        return memory.object.clear();
    }

    void put(int number, Bytes body) {
        begin(number);
        objects.raw(body.array(), body.length()).octet('\n');
    }

    void put(int number, String body) {
        begin(number);
        objects.text(body).octet('\n');
    }

    private void begin(int number) {
        if (waiting == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * waiting);
            starts = Arrays.copyOf(starts, 2 * waiting);
        }
        numbers[waiting] = number;
        starts[waiting++] = objects.length();
    }

    /** A stream that is packed here; the entries have no outer brackets. */
    void stream(int number, String entries, byte[] content, int length) {
        int packedLength = deflate(content, length);
        begin(number, entries + "/Filter/FlateDecode", packedLength);
        out.raw(memory.deflated, packedLength).text("\nendstream\nendobj\n");
    }

    /** A stream that is written as it is. */
    void plainStream(int number, String entries, byte[] content) {
        begin(number, entries, content.length);
        out.raw(content).text("\nendstream\nendobj\n");
    }

    private void begin(int number, String entries, int length) {
        places[number] = place(1, out.length(), 0);
        out.number(number)
                .text(" 0 obj\n<<")
                .text(entries)
                .text("/Length ")
                .number(length)
                .text(">>\nstream\n");
    }

    private int deflate(byte[] content, int length) {
        deflater.reset();
        deflater.setInput(content, 0, length);
        deflater.finish();
        int done = 0;
        while (!deflater.finished()) {
            if (done == memory.deflated.length) {
                memory.deflated = Arrays.copyOf(memory.deflated, 2 * done);
            }
            done += deflater.deflate(memory.deflated, done, memory.deflated.length - done);
        }
        return done;
    }

    /**
     * The file.
     *
     * @param root number of the catalogue
     * @param id 32 hexadecimal digits that name this content
     */
    byte[] finish(int root, int info, String id) {
        for (int from = 0; from < waiting; from += PACKED_MAX) {
            pack(from, Math.min(from + PACKED_MAX, waiting));
        }
        int number = reserve();
        int start = out.length();
        places[number] = place(1, start, 0);
        Bytes table = memory.packed.clear();
        for (int i = 0; i < reserved; i++) {
            for (int shift = 48; shift >= 0; shift -= 8) {
                table.octet((int) (places[i] >> shift));
            }
        }
        stream(
                number,
                "/Type/XRef/Size " + reserved + "/W[1 4 2]/Root " + root + " 0 R/Info " + info + " 0 R/ID[<" + id + "><"
                        + id + ">]",
                table.array(),
                table.length());
        out.text("startxref\n").number(start).text("\n%%EOF\n");
        return out.copy();
    }

    private void pack(int from, int to) {
        int number = reserve();
        int start = starts[from];
        int end = to == waiting ? objects.length() : starts[to];
        Bytes stream = memory.packed.clear();
        for (int i = from; i < to; i++) {
            stream.number(numbers[i]).octet(' ').number(starts[i] - start).octet(' ');
            places[numbers[i]] = place(2, number, i - from);
        }
        int first = stream.length();
        stream.raw(objects.array(), start, end - start);
        stream(number, "/Type/ObjStm/N " + (to - from) + "/First " + first, stream.array(), stream.length());
    }
}
