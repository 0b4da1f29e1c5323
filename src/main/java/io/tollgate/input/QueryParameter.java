package io.tollgate.input;

import io.tollgate.schema.Type;

/** A query parameter that a write takes. */
public record QueryParameter(String name, Type type) {}
