package io.tollgate.storefront.portal;

import io.tollgate.platform.config.Setting;
import java.time.Duration;

/** How long the links and sessions of the customer portal are valid. */
public record PortalSettings(
        @Setting(
                defaultValue = "15",
                min = 1,
                max = 1440,
                description = "Minutes for which a link to the customer portal is valid. It can be used once.")
        int linkMinutes,

        @Setting(
                defaultValue = "12",
                min = 1,
                max = 720,
                description = "Hours after which a customer must log in to the portal again.")
        int sessionHours) {
    public Duration linkValidity() {
        return Duration.ofMinutes(linkMinutes);
    }

    public Duration sessionValidity() {
        return Duration.ofHours(sessionHours);
    }
}
