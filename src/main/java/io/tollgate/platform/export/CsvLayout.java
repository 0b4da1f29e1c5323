package io.tollgate.platform.export;

import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.platform.schema.Field;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a CSV file.
 *
 * @param columns all columns that the records have
 * @param chosen the positions of those that the file has, in its order
 * @param answers the columns of answers; null if the records have none
 * @param answersFrom the position of the first column of answers
 * @param problems of the requested columns
 */
record CsvLayout(
        List<CsvColumn> columns,
        List<Integer> chosen,
        @Nullable AnswerColumns answers,
        int answersFrom,
        List<Problem> problems) {
    private static final String COLUMNS = "columns";

    /**
     * Places the columns of answers where the definition has the answers, or at the end.
     *
     * @param requested names of columns or of objects; null for all columns
     */
    static CsvLayout of(List<Field> fields, @Nullable AnswerColumns answers, @Nullable List<String> requested) {
        List<CsvColumn> columns = new ArrayList<>(CsvColumn.of(fields));
        int from = columns.size();
        if (answers != null) {
            for (int i = 0; i < columns.size(); i++) {
                from = columns.get(i).name().equals(AnswerSource.FIELDS) ? i : from;
            }
            if (from < columns.size()) {
                columns.remove(from);
            }
            List<CsvColumn> ofAnswers = new ArrayList<>();
            answers.names().forEach(name -> ofAnswers.add(new CsvColumn(name, CsvColumn.Kind.ANSWER, null)));
            ofAnswers.add(new CsvColumn(AnswerSource.FIELDS, CsvColumn.Kind.OTHER_ANSWERS, null));
            columns.addAll(from, ofAnswers);
        }
        List<Problem> problems = new ArrayList<>();
        Set<Integer> chosen = new LinkedHashSet<>();
        if (requested == null) {
            for (int i = 0; i < columns.size(); i++) {
                chosen.add(i);
            }
        } else {
            requested.forEach(name -> choose(columns, name, chosen, problems));
        }
        return new CsvLayout(columns, List.copyOf(chosen), answers, from, problems);
    }

    private static void choose(List<CsvColumn> columns, String requested, Set<Integer> chosen, List<Problem> problems) {
        boolean known = false;
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).isNamed(requested)) {
                known = true;
                chosen.add(i);
            }
        }
        if (!known) {
            String names =
                    String.join(", ", columns.stream().map(CsvColumn::name).toList());
            problems.add(new Problem(COLUMNS, "unknown column \"" + requested + "\"; known: " + names, requested));
        }
    }

    /** Returns the names of the columns of the file. A label of a field may look like a formula. */
    String[] header(FormulaGuard guard) {
        return chosen.stream()
                .map(place -> guard.text(columns.get(place).name()))
                .toArray(String[]::new);
    }

    /** Returns whether the file has a column of answers. */
    boolean hasAnswers() {
        return answers != null
                && chosen.stream()
                        .anyMatch(place -> place >= answersFrom
                                && place <= answersFrom + answers.names().size());
    }
}
