package io.tollgate.invoice;

import io.tollgate.api.ResourceRoutes;
import io.tollgate.resource.Scope;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Copies an invoice and puts a freshly signed link where the record has its place for it: at the
 * end. A draft has no such place.
 */
public final class InvoiceCopy implements ResourceRoutes.Copy {
    private static final byte[] PLACE = "\"invoiceUrl\":\"\"}".getBytes(StandardCharsets.US_ASCII);

    /** Every record begins with its id: {"id":"65f0...". */
    private static final int ID_START = 7;

    private static final int ID_LENGTH = 24;

    private final InvoiceLinks links;

    public InvoiceCopy(InvoiceLinks links) {
        this.links = links;
    }

    @Override
    public Buffer of(Scope scope, Buffer record) {
        int place = record.length() - PLACE.length;
        if (place < 0 || !Arrays.equals(record.getBytes(place, record.length()), PLACE)) {
            return record;
        }
        String id = record.getString(ID_START, ID_START + ID_LENGTH);
        String link = links.sign(scope, id);
        return Buffer.buffer(record.length() + link.length())
                .appendBuffer(record, 0, record.length() - 2)
                .appendString(link)
                .appendString("\"}");
    }
}
