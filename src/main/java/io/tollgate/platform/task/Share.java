package io.tollgate.platform.task;

import io.tollgate.platform.resource.Scope;

/** How much of its due work a scope may do in the next run. */
public record Share(Scope scope, int count) {}
