package io.tollgate.support;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A parsed CSV file with a header. */
public record CsvFile(List<String> header, List<List<String>> rows) {
    public static CsvFile of(TestApi.Reply reply) {
        return of(reply.expect(200).body(), ',');
    }

    public static CsvFile of(String text, char delimiter) {
        List<List<String>> lines = new ArrayList<>();
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().fieldSeparator(delimiter).ofCsvRecord(text)) {
            reader.forEach(line -> lines.add(line.getFields()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new CsvFile(lines.get(0), lines.subList(1, lines.size()));
    }

    /** Returns the cells of a column, from top to bottom. */
    public List<String> column(String name) {
        int place = header.indexOf(name);
        if (place < 0) {
            throw new AssertionError("no column " + name + " in " + header);
        }
        return rows.stream().map(row -> row.get(place)).toList();
    }

    /** Returns one cell. */
    public String cell(int row, String column) {
        return column(column).get(row);
    }
}
