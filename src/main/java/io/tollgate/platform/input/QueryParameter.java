package io.tollgate.platform.input;

import io.tollgate.platform.schema.Type;

/** A query parameter that a write accepts. */
public record QueryParameter(String name, Type type) {}
