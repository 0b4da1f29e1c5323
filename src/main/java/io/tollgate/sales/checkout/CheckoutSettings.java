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
                description =
                        "Number of payments and of cards for free trials that the processor has declined in the last "
                                + "hour, after which one buyer, by e-mail or network address, cannot order by card.")
        int declinesPerHour,

        @Setting(
                defaultValue = "200",
                min = 1,
                max = 1_000_000,
                description =
                        "Number of payments and of cards for free trials that the processor has declined in the last "
                                + "hour, after which nobody can order by card on the page.")
        int pageDeclinesPerHour) {
    Duration hold() {
        return Duration.ofMinutes(holdMinutes);
    }
}
