package io.tollgate.sales.checkout;

import io.tollgate.platform.config.Setting;
import java.time.Duration;

/** The limits of buyers' orders. */
public record CheckoutSettings(
        @Setting(
                defaultValue = "15",
                min = 1,
                max = 1440,
                description = "How long an order holds its stock while the buyer pays, in minutes.")
        int holdMinutes,

        @Setting(
                defaultValue = "5",
                min = 1,
                max = 1000,
                description = "Maximum number of orders that one buyer, by e-mail address, holds without paying.")
        int openPerBuyer,

        @Setting(
                defaultValue = "20",
                min = 1,
                max = 100_000,
                description = "Maximum number of orders that one network address holds without paying.")
        int openPerAddress,

        @Setting(
                defaultValue = "20",
                min = 1,
                max = 100_000,
                description = "Number of payments of the last hour that the processor has declined, after which one "
                        + "buyer, by e-mail address or network address, cannot order by card.")
        int declinesPerHour) {
    Duration hold() {
        return Duration.ofMinutes(holdMinutes);
    }
}
