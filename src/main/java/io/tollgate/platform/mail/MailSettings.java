package io.tollgate.platform.mail;

import io.tollgate.platform.config.ConstrainedSettings;
import io.tollgate.platform.config.Setting;
import io.tollgate.platform.schema.EmailAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The mail server, the sender, and the limits of delivery. */
public record MailSettings(
        @Setting(
                description =
                        "Host name of the SMTP server that sends e-mail. Empty: messages stay in the outbox, which"
                                + " `/outbox` of the management server shows.")
        String smtpHost,

        @Setting(defaultValue = "587", min = 1, max = 65_535, description = "Port of the SMTP server.")
        int smtpPort,

        @Setting(
                defaultValue = "starttls",
                description = "Encryption of the connection: `starttls` (required after connecting), `tls` (from the"
                        + " start, usually port 465) or `none`.")
        String tls,

        @Setting(description = "User name at the SMTP server. Empty: no authentication.")
        String username,

        @Setting(secret = true, description = "Password at the SMTP server.")
        String password,

        @Setting(description = "E-mail address of the sender. Required with `mail.smtpHost`.")
        String from,

        @Setting(description = "Name of the sender. Empty: the name of the seller.")
        String fromName,

        @Setting(
                defaultValue = "10000",
                min = 100,
                max = 30_000,
                description = "Maximum wait for a connection to the SMTP server.")
        int connectTimeoutMillis,

        @Setting(
                defaultValue = "30000",
                min = 100,
                max = 45_000,
                description = "Maximum wait for the SMTP server to accept one message.")
        int sendTimeoutMillis,

        @Setting(
                defaultValue = "4",
                min = 1,
                max = 100,
                description = "Maximum number of messages that one instance renders and sends at the same time.")
        int connections,

        @Setting(
                defaultValue = "10",
                min = 1,
                max = 1000,
                description = "Maximum number of messages that one instance begins to send per second.")
        int perSecond,

        @Setting(
                defaultValue = "12",
                min = 1,
                max = 30,
                description = "Number of attempts after which a message that the server could not accept fails.")
        int attemptsMax,

        @Setting(
                defaultValue = "30",
                min = 4,
                max = 3650,
                description = "Days after which a message is deleted from the outbox.")
        int keepDays,

        @Setting(
                defaultValue = "30",
                min = 1,
                max = 3650,
                description = "Days for which links in messages to the files of a product are valid.")
        int fileLinkDays)
        implements ConstrainedSettings {
    private static final Set<String> MODES = Set.of("starttls", "tls", "none");
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "::1");

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (!MODES.contains(tls)) {
            problems.add("mail.tls: must be starttls, tls or none");
        }
        if (sends() && EmailAddress.ascii(from) == null) {
            problems.add("mail.from: must be an e-mail address while mail.smtpHost is set");
        }
        if (username.isEmpty() != password.isEmpty()) {
            problems.add("mail.username and mail.password: set both or none");
        }
        if (tls.equals("none") && !password.isEmpty() && !LOCAL.contains(smtpHost)) {
            problems.add("mail.tls: must not be none, since the password would be sent in clear text; it may be on"
                    + " loopback");
        }
        return problems;
    }

    /** Returns whether messages are sent. Otherwise they stay in the outbox. */
    public boolean sends() {
        return !smtpHost.isEmpty();
    }

    public Duration kept() {
        return Duration.ofDays(keepDays);
    }

    public Duration fileLinkValidity() {
        return Duration.ofDays(fileLinkDays);
    }
}
