package io.tollgate.pdf.document;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;

/**
 * A PDF file under construction: numbered objects, streams as they come, everything else packed
 * into object streams at the end. The same calls give the same bytes.
 */
final class PdfFile {
    private static final int PACKED_MAX = 200;

    private final Bytes out = new Bytes(64 * 1024);
    private final Deflater deflater = new Deflater(4);
    private final List<Place> places = new ArrayList<>();
    private final List<Packed> packed = new ArrayList<>();
    private byte[] buffer = new byte[16 * 1024];

    /** Where an object is: at an offset, or at an index in an object stream. */
    private record Place(int kind, int first, int second) {}

    private record Packed(int number, byte[] body) {}

    PdfFile() {
        places.add(new Place(0, 0, 65_535));
        out.text("%PDF-1.7\n%")
                .raw(new byte[] {(byte) 0xe2, (byte) 0xe3, (byte) 0xcf, (byte) 0xd3})
                .text("\n");
    }

    /** A number for an object that will be written later. */
    int reserve() {
        places.add(null);
        return places.size() - 1;
    }

    void put(int number, Bytes body) {
        packed.add(new Packed(number, body.copy()));
    }

    void put(int number, String body) {
        packed.add(new Packed(number, new Bytes(body.length()).text(body).copy()));
    }

    /** A stream that is packed here; the entries have no outer brackets. */
    void stream(int number, String entries, byte[] content, int length) {
        int packedLength = deflate(content, length);
        begin(number, entries + "/Filter/FlateDecode", packedLength);
        out.raw(buffer, packedLength).text("\nendstream\nendobj\n");
    }

    /** A stream that is written as it is. */
    void plainStream(int number, String entries, byte[] content) {
        begin(number, entries, content.length);
        out.raw(content).text("\nendstream\nendobj\n");
    }

    private void begin(int number, String entries, int length) {
        places.set(number, new Place(1, out.length(), 0));
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
            if (done == buffer.length) {
                buffer = java.util.Arrays.copyOf(buffer, 2 * buffer.length);
            }
            done += deflater.deflate(buffer, done, buffer.length - done);
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
        for (int from = 0; from < packed.size(); from += PACKED_MAX) {
            pack(packed.subList(from, Math.min(from + PACKED_MAX, packed.size())));
        }
        int number = reserve();
        int start = out.length();
        places.set(number, new Place(1, start, 0));
        Bytes table = new Bytes(places.size() * 7);
        for (Place place : places) {
            Place at = place == null ? new Place(0, 0, 0) : place;
            table.octet(at.kind());
            table.octet(at.first() >> 24)
                    .octet(at.first() >> 16)
                    .octet(at.first() >> 8)
                    .octet(at.first());
            table.octet(at.second() >> 8).octet(at.second());
        }
        stream(
                number,
                "/Type/XRef/Size " + places.size() + "/W[1 4 2]/Root " + root + " 0 R/Info " + info + " 0 R/ID[<" + id
                        + "><" + id + ">]",
                table.array(),
                table.length());
        out.text("startxref\n").number(start).text("\n%%EOF\n");
        deflater.end();
        return out.copy();
    }

    private void pack(List<Packed> objects) {
        int number = reserve();
        Bytes head = new Bytes(objects.size() * 12);
        Bytes bodies = new Bytes(objects.size() * 100);
        for (int i = 0; i < objects.size(); i++) {
            Packed object = objects.get(i);
            head.number(object.number()).octet(' ').number(bodies.length()).octet(' ');
            bodies.raw(object.body()).octet('\n');
            places.set(object.number(), new Place(2, number, i));
        }
        int first = head.length();
        head.raw(bodies.array(), bodies.length());
        stream(number, "/Type/ObjStm/N " + objects.size() + "/First " + first, head.array(), head.length());
    }
}
