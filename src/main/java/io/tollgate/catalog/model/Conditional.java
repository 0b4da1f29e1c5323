package io.tollgate.catalog.model;

import org.jspecify.annotations.Nullable;

/** A field or variant whose visibility can depend on the answer to another one. */
public interface Conditional {
    String id();

    @Nullable
    ShowHideLogic showHideLogic();

    /** Returns whether this is a checkbox, for which no answer means unticked. */
    default boolean isCheckbox() {
        return false;
    }

    /** Returns the answer that a value of {@link ShowHideLogic} is compared with. */
    default String answerOf(String value) {
        return value;
    }
}
