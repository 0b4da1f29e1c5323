package io.tollgate.sales.purchase;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The last time that a purchase was refunded, and why. */
public record Refund(Instant at, String reason, @Nullable String note) {}
