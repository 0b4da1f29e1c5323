package io.tollgate.sales.invoice;

import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Copies an invoice record and fills the empty {@code invoiceUrl} at its end with a freshly signed link. A draft has no
 * {@code invoiceUrl} and is returned unchanged.
 *
 * @param unique whether each link differs from all others, also from those of the same second
 */
public record InvoiceCopy(InvoiceLinks links, boolean unique) implements ResourceRoutes.Copy {
    private static final byte[] EMPTY_URL = "\"invoiceUrl\":\"\"}".getBytes(StandardCharsets.US_ASCII);

    /** Position of the id: every record starts with {@code {"id":"65f0...}. */
    private static final int ID_START = 7;

    private static final int ID_LENGTH = 24;

    @Override
    public Buffer of(Scope scope, Buffer record) {
        int start = record.length() - EMPTY_URL.length;
        if (start < 0 || !Arrays.equals(record.getBytes(start, record.length()), EMPTY_URL)) {
            return record;
        }
        String id = record.getString(ID_START, ID_START + ID_LENGTH);
        String link = unique ? links.signUnique(scope, id) : links.sign(scope, id);
        return Buffer.buffer(record.length() + link.length())
                .appendBuffer(record, 0, record.length() - 2)
                .appendString(link)
                .appendString("\"}");
    }
}
