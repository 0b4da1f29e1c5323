package io.tollgate.catalog;

import org.jspecify.annotations.Nullable;

/** A field or variant that may be shown only beside certain answers. */
public interface Conditional {
    String id();

    @Nullable
    ShowHideLogic showHideLogic();

    /** Whether it is a checkbox: no answer means unticked. */
    default boolean isCheckbox() {
        return false;
    }

    /** The answer that a value of {@link ShowHideLogic} stands for. */
    default String answerOf(String value) {
        return value;
    }
}
