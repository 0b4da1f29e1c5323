package io.tollgate.dashboard;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A chart of one bar for each interval. A table with the same values follows it, for people who do not see it.
 *
 * @param label what the bars show
 * @param top the highest value, for people
 * @param first name of the first interval
 * @param last name of the last interval
 */
public record BarChart(String label, String top, String first, String last, List<Bar> bars) {
    static final int WIDTH = 720;
    static final int HEIGHT = 160;
    private static final double GAP = 0.25;

    /** A value with the place of its bar in a picture of {@link #WIDTH} by {@link #HEIGHT}. */
    public record Bar(String name, String value, String x, String y, String width, String height) {}

    /** @param text the value for people */
    record Value(String name, long value, String text) {}

    /** Values below 0 have no bar; the table has them. */
    static BarChart of(String label, List<Value> values) {
        long most = Math.max(1, values.stream().mapToLong(Value::value).max().orElse(1));
        String top = values.stream()
                .filter(value -> value.value() == most)
                .findFirst()
                .map(Value::text)
                .orElse("");
        double step = (double) WIDTH / Math.max(1, values.size());
        List<Bar> bars = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Value value = values.get(i);
            double height = Math.max(0, value.value()) * (double) HEIGHT / most;
            bars.add(new Bar(
                    value.name(),
                    value.text(),
                    number(i * step + step * GAP / 2),
                    number(HEIGHT - height),
                    number(step * (1 - GAP)),
                    number(height)));
        }
        String first = values.isEmpty() ? "" : values.get(0).name();
        String last = values.isEmpty() ? "" : values.get(values.size() - 1).name();
        return new BarChart(label, top, first, last, bars);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
