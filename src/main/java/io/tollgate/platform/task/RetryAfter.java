package io.tollgate.platform.task;

import java.time.Duration;

/** A failure that says how long to wait before the next attempt. */
public interface RetryAfter {
    Duration retryAfter();
}
