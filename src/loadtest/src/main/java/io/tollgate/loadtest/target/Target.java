package io.tollgate.loadtest.target;

import io.tollgate.loadtest.call.Keys;

/**
 * A gateway that answers.
 *
 * @param url without a slash at the end
 * @param isOwn whether it was started for this run, so that nobody else writes to it and its limits are out of the way
 */
public record Target(String url, Keys keys, boolean isOwn) {}
