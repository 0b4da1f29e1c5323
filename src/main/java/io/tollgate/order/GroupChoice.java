package io.tollgate.order;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.error.ApiError.Problem;
import java.util.List;

/** How many tickets of one group a buyer takes: of one type or several, one of each or more, as the group says. */
final class GroupChoice {
    private final String name;
    private final String selection;
    private final List<Problem> problems;
    private boolean chosen;

    GroupChoice(JsonNode group, List<Problem> problems) {
        this.name = group.path("name").asText();
        this.selection = group.path("ticketSelectionType").asText("quantity");
        this.problems = problems;
    }

    void add(String typeId, int quantity) {
        String param = "tickets." + typeId;
        if (chosen && selection.equals("single")) {
            problems.add(new Problem(param, "must be left out: of " + name + " one ticket type is taken", quantity));
        } else if (quantity > 1 && !selection.equals("quantity")) {
            problems.add(new Problem(param, "must be 1: of " + name + " one ticket of a type is taken", quantity));
        }
        chosen = true;
    }
}
