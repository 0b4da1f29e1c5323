package io.tollgate.dashboard;

import java.util.List;

/**
 * What a search over all lists found.
 *
 * @param path to which the form is sent
 * @param term as it was typed; empty before the first search
 * @param groups one for each list with results
 * @param errors why nothing was searched
 */
public record SearchView(Frame frame, String path, String term, List<Group> groups, List<String> errors) {
    /**
     * The first results of a list.
     *
     * @param all path of the list with the same search
     * @param late whether the search took too long
     */
    public record Group(String label, String all, List<Result> results, boolean late) {}

    /** @param about what tells the record from others, such as the customer */
    public record Result(String title, String about, String path) {}
}
