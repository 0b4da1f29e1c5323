package io.tollgate.accounts.member;

import io.tollgate.platform.config.Setting;
import java.time.Duration;

/** How long the links and sessions of the dashboard are valid, and what needs a recent sign-in. */
public record DashboardSettings(
        @Setting(
                defaultValue = "15",
                min = 1,
                max = 1440,
                description = "Minutes for which a link that signs in to the dashboard is valid. It can be used once.")
        int linkMinutes,

        @Setting(
                defaultValue = "12",
                min = 1,
                max = 720,
                description = "Hours without a request after which a member must sign in to the dashboard again.")
        int idleHours,

        @Setting(
                defaultValue = "14",
                min = 1,
                max = 365,
                description = "Days after which a member must sign in to the dashboard again in any case.")
        int sessionDays,

        @Setting(
                defaultValue = "7",
                min = 1,
                max = 90,
                description = "Days for which the link of an invitation, and the offer of the ownership, are valid.")
        int invitationDays,

        @Setting(
                defaultValue = "30",
                min = 1,
                max = 1440,
                description = "Minutes after a sign-in for which members can change API keys, members, the ownership,"
                        + " and their passkeys and recovery codes, without another link or a passkey.")
        int confirmationMinutes,

        @Setting(
                defaultValue = "500",
                min = 0,
                max = 100_000_000,
                description = "Largest refund, in units of its currency such as euros, that a member can make without a"
                        + " recent sign-in.")
        int unconfirmedRefund) {
    public Duration linkValidity() {
        return Duration.ofMinutes(linkMinutes);
    }

    public Duration invitationValidity() {
        return Duration.ofDays(invitationDays);
    }

    public Duration confirmationValidity() {
        return Duration.ofMinutes(confirmationMinutes);
    }

    public Duration idleMax() {
        return Duration.ofHours(idleHours);
    }

    public Duration sessionValidity() {
        return Duration.ofDays(sessionDays);
    }
}
