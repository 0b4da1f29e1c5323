package io.tollgate.catalog.model;

import org.jspecify.annotations.Nullable;

/** A setting whose value applies only if it is enabled. */
public record OptionalValue(boolean enabled, @Nullable String value) {}
