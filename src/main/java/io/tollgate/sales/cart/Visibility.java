package io.tollgate.sales.cart;

import io.tollgate.catalog.model.Conditional;
import io.tollgate.catalog.model.ShowHideLogic;
import io.tollgate.catalog.model.ShowHideLogic.Comparison;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Decides which fields of a page, or which variants of a product, a buyer sees. Each part can depend on the answer to
 * another one. The answer to a hidden part counts as empty.
 */
final class Visibility {
    /** The answer to a checkbox that the buyer did not tick. */
    private static final Set<String> UNTICKED = Set.of("FALSE");

    private final Map<String, Conditional> parts = new HashMap<>();
    private final Map<String, Set<String>> answers;

    /** @param answers the answers by the id of the part; selected options are given by their ids */
    Visibility(List<? extends Conditional> parts, Map<String, Set<String>> answers) {
        parts.forEach(part -> this.parts.put(part.id(), part));
        this.answers = answers;
    }

    boolean shows(Conditional part) {
        return shows(part, new HashSet<>());
    }

    /** @param dependents the parts that depend on this one; a part that depends on itself is hidden */
    private boolean shows(Conditional part, Set<String> dependents) {
        ShowHideLogic logic = part.showHideLogic();
        String trigger = logic == null ? null : logic.triggerId();
        if (logic == null || trigger == null) {
            return true;
        }
        if (!dependents.add(part.id())) {
            return false;
        }
        Set<String> given = answers(trigger, dependents);
        String value = Objects.requireNonNullElse(logic.value(), "");
        Conditional other = parts.get(trigger);
        String expected = other == null ? value : other.answerOf(value);
        return switch (Objects.requireNonNullElse(logic.comparison(), Comparison.IS)) {
            case IS -> given.equals(Set.of(expected));
            case IS_NOT -> !given.equals(Set.of(expected));
            case IS_EMPTY -> given.isEmpty();
            case IS_NOT_EMPTY -> !given.isEmpty();
            case CONTAINS -> given.contains(expected);
        };
    }

    private Set<String> answers(String trigger, Set<String> dependents) {
        Conditional part = parts.get(trigger);
        if (part == null) {
            return Set.of();
        }
        Set<String> unanswered = part.isCheckbox() ? UNTICKED : Set.of();
        return shows(part, dependents) ? answers.getOrDefault(trigger, unanswered) : unanswered;
    }
}
