package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * A write of the API that saves a part of a form.
 *
 * @param body null without one
 * @param prefix of the inputs whose values it has, with which the problems of the API begin in the form
 */
record PlannedWrite(
        HttpMethod method, String target, @Nullable ObjectNode body, String prefix) {}
