package io.tollgate.input;

import io.tollgate.schema.Type;

/** A query parameter that a write accepts. */
public record QueryParameter(String name, Type type) {}
