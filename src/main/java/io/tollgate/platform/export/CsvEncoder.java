package io.tollgate.platform.export;

import com.fasterxml.jackson.databind.node.ArrayNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import io.tollgate.platform.records.StoredJson;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes records as CSV (RFC 4180), in UTF-8: a header, and one line for each record. */
final class CsvEncoder implements ExportEncoder {
    private static final String US_DOLLARS = "usd";
    private static final String BOM = "\ufeff";
    private static final int ROW_BYTES = 2_048;

    /** Also quotes cells with the delimiters of other files, for programs that find out the delimiter themselves. */
    private static final QuoteStrategy QUOTES = new QuoteStrategy() {
        @Override
        public boolean quoteValue(int line, int field, String value) {
            return value.indexOf(',') >= 0 || value.indexOf(';') >= 0 || value.indexOf('\t') >= 0;
        }
    };

    private final Dialect dialect;
    private final FormulaGuard guard;
    private final CsvLayout layout;
    private final Orders orders;
    private final CsvReading reading;
    private final int[] values;
    private final int[] currencies;
    private final int answers;

    /** How the file is written. */
    record Dialect(CsvTexts texts, ZoneId zone, char delimiter, boolean bom) {}

    /** Reads the orders that contain the answers. */
    interface Orders {
        /** Returns the order of each record, in their order; an empty buffer if there is none. */
        Future<List<Buffer>> of(List<Buffer> records);

        /** The records themselves contain the answers. */
        Orders NONE = records -> Future.succeededFuture(List.of());
    }

    CsvEncoder(Dialect dialect, CsvLayout layout, Orders orders) {
        this.dialect = dialect;
        this.guard = new FormulaGuard(dialect.delimiter());
        this.layout = layout;
        this.orders = layout.hasAnswers() ? orders : Orders.NONE;
        List<String> paths = new ArrayList<>();
        values = new int[layout.columns().size()];
        currencies = new int[values.length];
        for (int place : layout.chosen()) {
            CsvColumn column = layout.columns().get(place);
            values[place] = place(paths, column.name());
            currencies[place] = column.currency() == null ? -1 : place(paths, column.currency());
        }
        answers = layout.hasAnswers() ? place(paths, AnswerSource.FIELDS) : -1;
        reading = new CsvReading(paths, guard);
    }

    private static int place(List<String> paths, String path) {
        if (!paths.contains(path)) {
            paths.add(path);
        }
        return paths.indexOf(path);
    }

    @Override
    public byte[] head() {
        byte[] header = csv(1, csv -> csv.writeRecord(layout.header(guard)));
        return dialect.bom() ? Buffer.buffer(BOM).appendBytes(header).getBytes() : header;
    }

    @Override
    public Future<List<Buffer>> related(List<Buffer> records) {
        return orders.of(records);
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public byte[] encode(List<Buffer> records, List<Buffer> related) {
        return csv(records.size(), csv -> {
            for (int i = 0; i < records.size(); i++) {
                csv.writeRecord(row(records.get(i), related.isEmpty() ? null : related.get(i)));
            }
        });
    }

    private interface Lines {
        void writeTo(CsvWriter csv);
    }

    private byte[] csv(int rows, Lines lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(rows * ROW_BYTES);
        try (CsvWriter csv = CsvWriter.builder()
                .fieldSeparator(dialect.delimiter())
                .quoteStrategy(QUOTES)
                .lineDelimiter(LineDelimiter.CRLF)
                .build(bytes, StandardCharsets.UTF_8)) {
            lines.writeTo(csv);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private @Nullable String[] row(Buffer record, @Nullable Buffer order) {
        @Nullable String[] read = reading.read(record);
        @Nullable String[] cells = new String[layout.columns().size()];
        for (int place : layout.chosen()) {
            cells[place] = cell(layout.columns().get(place), place, read);
        }
        if (answers >= 0) {
            putAnswers(order == null ? read[answers] : answersOf(order), cells);
        }
        @Nullable String[] row = new String[layout.chosen().size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = cells[layout.chosen().get(i)];
        }
        return row;
    }

    private @Nullable String answersOf(Buffer order) {
        return order.length() == 0 ? null : new CsvReading(List.of(AnswerSource.FIELDS), guard).read(order)[0];
    }

    private void putAnswers(@Nullable String json, @Nullable String[] cells) {
        if (json != null) {
            int from = layout.answersFrom();
            AnswerColumns columns = Objects.requireNonNull(layout.answers());
            ArrayNode others = columns.put(StoredJson.parseList(json), cells, from, guard);
            cells[from + columns.names().size()] = others.isEmpty() ? null : guard.json(others.toString());
        }
    }

    private @Nullable String cell(CsvColumn column, int place, @Nullable String[] read) {
        String value = read[values[place]];
        if (value == null) {
            return null;
        }
        return switch (column.kind()) {
            case TEXT, PLAIN, JSON -> value;
            case TIME -> CsvTexts.time(value, dialect.zone());
            case DOLLARS -> dialect.texts().amount(value, US_DOLLARS);
            case AMOUNT -> {
                String currency = currencies[place] < 0 ? null : read[currencies[place]];
                yield currency == null ? value : dialect.texts().amount(value, currency);
            }
            case ANSWER, OTHER_ANSWERS -> null;
        };
    }
}
