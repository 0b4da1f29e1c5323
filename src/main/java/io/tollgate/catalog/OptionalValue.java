package io.tollgate.catalog;

import org.jspecify.annotations.Nullable;

/** An optional setting: its value counts only if it is enabled. */
public record OptionalValue(boolean enabled, @Nullable String value) {}
