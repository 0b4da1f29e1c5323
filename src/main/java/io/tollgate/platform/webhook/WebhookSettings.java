package io.tollgate.platform.webhook;

import io.tollgate.platform.config.Setting;
import java.time.Duration;
import java.util.List;

/** How events are sent to webhooks. */
public record WebhookSettings(
        @Setting(
                defaultValue = "256",
                min = 0,
                max = 10_000,
                description = "Maximum number of deliveries to webhooks that an instance sends at the same time. `0`:"
                        + " it sends none, and others do.")
        int max,

        @Setting(
                defaultValue = "20000",
                min = 100,
                max = 30_000,
                description = "Time in which the receiver of a webhook must respond.")
        int timeoutMillis,

        @Setting(
                description = "Private addresses or networks (`10.1.0.0/16`) to which webhooks may be sent. Webhooks to"
                        + " all other addresses that are not public fail.")
        List<String> allowedNetworks,

        @Setting(
                defaultValue = "false",
                description = "Accept webhooks at `http://localhost` and other loopback addresses, for development.")
        boolean loopback,

        @Setting(
                defaultValue = "30",
                min = 1,
                max = 3650,
                description = "Days after which a delivery to a webhook that has ended is deleted.")
        int deliveryDays) {
    public Duration kept() {
        return Duration.ofDays(deliveryDays);
    }
}
