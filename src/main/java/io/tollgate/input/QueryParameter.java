package io.tollgate.input;

import io.tollgate.resource.Type;

/** A query parameter that a write takes. */
public record QueryParameter(String name, Type type) {}
