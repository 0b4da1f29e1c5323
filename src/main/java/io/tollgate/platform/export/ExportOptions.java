package io.tollgate.platform.export;

import de.siegmar.fastcsv.reader.CsvReader;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.ListRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of an export.
 *
 * @param columns the requested columns or objects, or null for all
 * @param limit maximum number of records
 * @param limited whether the request has a limit
 * @param others the remaining query parameters
 * @param problems of the options, for one error with the problems of the others
 */
record ExportOptions(
        @Nullable List<String> columns,
        char delimiter,
        boolean bom,
        int limit,
        boolean limited,
        List<Map.Entry<String, String>> others,
        List<Problem> problems) {
    static final Map<String, Character> DELIMITERS = Map.of("comma", ',', "semicolon", ';', "tab", '\t');
    private static final String LIMIT = "limit";
    private static final int LIMIT_DIGITS_MAX = 9;

    /** @param paged whether the list accepts a limit */
    static ExportOptions parse(Request request, ListFormat format, boolean paged) {
        return new Parser(format, paged).parse(request.parameters());
    }

    /** Throws a 400 if there are problems. */
    void check(List<Problem> more) {
        List<Problem> all = new ArrayList<>(problems);
        all.addAll(more);
        if (!all.isEmpty()) {
            throw ApiError.invalid(all);
        }
    }

    /** Collects options and problems in the order of the request. */
    private static final class Parser {
        private final ListFormat format;
        private final boolean paged;
        private final Set<String> seen = new HashSet<>();
        private final List<Map.Entry<String, String>> others = new ArrayList<>();
        private final List<Problem> problems = new ArrayList<>();
        private @Nullable List<String> columns;
        private char delimiter = ',';
        private boolean bom;
        private int limit = Integer.MAX_VALUE;

        Parser(ListFormat format, boolean paged) {
            this.format = format;
            this.paged = paged;
        }

        ExportOptions parse(List<Map.Entry<String, String>> parameters) {
            for (Map.Entry<String, String> parameter : parameters) {
                String name = parameter.getKey();
                boolean ours = name.equals(LIMIT) ? paged : ListRequest.CSV_ONLY.contains(name);
                if (!ours) {
                    others.add(parameter);
                    continue;
                }
                String problem = seen.add(name) ? read(name, parameter.getValue()) : "must not be repeated";
                if (problem != null) {
                    problems.add(new Problem(name, problem, parameter.getValue()));
                }
            }
            return new ExportOptions(columns, delimiter, bom, limit, seen.contains(LIMIT), others, problems);
        }

        /** Reads one option. Returns its problem, or null. */
        private @Nullable String read(String name, String text) {
            if (format != ListFormat.CSV && !name.equals(LIMIT)) {
                return "applies to CSV only: send Accept: text/csv";
            }
            return switch (name) {
                case LIMIT -> limit(text);
                case "columns" -> columns(text);
                case "delimiter" -> delimiter(text);
                default -> bom(text);
            };
        }

        private @Nullable String limit(String text) {
            if (!text.matches("[1-9][0-9]{0," + (LIMIT_DIGITS_MAX - 1) + "}")) {
                return "must be an integer from 1 to 999999999";
            }
            limit = Integer.parseInt(text);
            return null;
        }

        private @Nullable String columns(String text) {
            if (text.isBlank()) {
                return "must not be empty";
            }
            try {
                // Names in quotes may contain commas, as in the header of the file.
                columns = CsvReader.builder().ofSingleCsvRecord(text).getFields();
                return null;
            } catch (RuntimeException e) {
                return "must be names of columns separated by commas, in double quotes if they contain one";
            }
        }

        private @Nullable String delimiter(String text) {
            Character known = DELIMITERS.get(text);
            if (known == null) {
                return "must be one of comma, semicolon, tab";
            }
            delimiter = known;
            return null;
        }

        private @Nullable String bom(String text) {
            bom = text.equals("true");
            return bom || text.equals("false") ? null : "must be true or false";
        }
    }
}
