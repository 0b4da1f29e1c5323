package io.tollgate.dashboard;

import io.tollgate.platform.input.SubmittedForm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Adds, removes and moves the objects of lists in a form that was not saved yet. The inputs of an object begin with the
 * name of the list and an index, such as {@code fees[1].name}.
 */
final class FormRows {
    /** Ends the name of the hidden input with the id of the stored object, or its place; empty if it is new. */
    static final String AT = ":at";

    /** The value of that input in an object that has just been added, whose other inputs have no value yet. */
    static final String ADDED = "added";

    private static final Pattern OPERATION =
            Pattern.compile("(up|down|remove|add) ([A-Za-z][A-Za-z0-9.\\[\\]]{0,80}?)(?:\\[([0-9]{1,4})])?");

    private FormRows() {}

    /** Returns the number of objects that a form has of a list. */
    static int count(SubmittedForm form, String list) {
        int count = 0;
        while (form.has(list + "[" + count + "]" + AT)) {
            count++;
        }
        return count;
    }

    /** Returns the form after an operation of a button, such as {@code up fees[1]}; the same if it is none. */
    static SubmittedForm apply(SubmittedForm form, String operation) {
        Matcher parts = OPERATION.matcher(operation);
        if (!parts.matches()) {
            return form;
        }
        String list = parts.group(2);
        int count = count(form, list);
        if (parts.group(1).equals("add")) {
            return form.with(list + "[" + count + "]" + AT, List.of(ADDED));
        }
        int row = parts.group(3) == null ? count : Integer.parseInt(parts.group(3));
        return switch (parts.group(1)) {
            case "up" -> row < 1 || row >= count ? form : swapped(form, list, row - 1);
            case "down" -> row + 1 >= count ? form : swapped(form, list, row);
            default -> renamed(form, list, index -> index == row ? -1 : index > row ? index - 1 : index);
        };
    }

    private static SubmittedForm swapped(SubmittedForm form, String list, int first) {
        return renamed(form, list, index -> index == first ? first + 1 : index == first + 1 ? first : index);
    }

    /** @param place returns the new index of an object; negative to leave it out */
    private static SubmittedForm renamed(SubmittedForm form, String list, IntUnaryOperator place) {
        Pattern row = Pattern.compile(Pattern.quote(list) + "\\[([0-9]{1,4})](.*)", Pattern.DOTALL);
        Map<String, List<String>> values = new LinkedHashMap<>();
        form.values().forEach((name, all) -> {
            Matcher found = row.matcher(name);
            int index = found.matches() ? place.applyAsInt(Integer.parseInt(found.group(1))) : 0;
            if (index >= 0) {
                values.put(found.matches() ? list + "[" + index + "]" + found.group(2) : name, all);
            }
        });
        return new SubmittedForm(values);
    }
}
