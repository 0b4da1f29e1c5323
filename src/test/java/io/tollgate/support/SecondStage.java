package io.tollgate.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Marks tests that measure time, inject faults under load or take minutes. {@code scripts/test} excludes them; {@code
 * scripts/test --all} runs them, one class at a time. Each class with such a test has a line in {@code
 * src/test/second-stage}.
 */
@Tag("second-stage")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface SecondStage {}
