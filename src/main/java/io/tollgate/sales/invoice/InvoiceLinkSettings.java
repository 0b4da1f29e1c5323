package io.tollgate.sales.invoice;

import io.tollgate.platform.config.Setting;
import java.time.Duration;

/** The validity of signed invoice links. */
public record InvoiceLinkSettings(
        @Setting(
                defaultValue = "3600",
                min = 1,
                max = 31_536_000,
                description = "Seconds for which a signed invoice link is valid.")
        int invoiceLinkSeconds) {
    public Duration validity() {
        return Duration.ofSeconds(invoiceLinkSeconds);
    }
}
