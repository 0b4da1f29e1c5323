package io.tollgate.dashboard;

import io.tollgate.platform.error.ApiError;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the API has against a form.
 *
 * @param byParameter problems of what the form has an input for
 * @param general the others, in sentences
 */
record FormProblems(Map<String, String> byParameter, List<String> general) {
    /** @param inputs names of the fields that the form asks for, or of parts of them, such as {@code address.city} */
    static FormProblems of(ApiError error, Collection<String> inputs) {
        Map<String, String> byParameter = new HashMap<>();
        List<String> general = new ArrayList<>();
        for (ApiError.Problem problem : error.problems()) {
            String param = problem.param();
            boolean known = inputs.stream()
                    .anyMatch(
                            name -> param.equals(name) || param.startsWith(name + ".") || param.startsWith(name + "["));
            if (known) {
                byParameter.put(param, problem.message());
            } else {
                general.add(ValueFormat.label(param) + " " + problem.message());
            }
        }
        if (byParameter.isEmpty() && general.isEmpty()) {
            general.add(String.valueOf(error.getMessage()));
        }
        return new FormProblems(byParameter, general);
    }
}
