package io.tollgate.platform.mail;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.config.SettingsReader;
import io.tollgate.platform.config.SettingsRecords;
import io.tollgate.platform.db.Database;
import io.tollgate.support.TestEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Settings of the delivery to a mail server of a test. */
public final class MailSamples {
    private MailSamples() {}

    /** Returns settings for a server on this port, with three attempts. */
    static MailSettings settings(int port) {
        return SettingsRecords.copy(
                SettingsReader.defaults(MailSettings.class),
                Map.of(
                        "smtpHost",
                        "127.0.0.1",
                        "smtpPort",
                        port,
                        "tls",
                        "none",
                        "from",
                        "shop@example.com",
                        "perSecond",
                        1000,
                        "attemptsMax",
                        3));
    }

    /** Returns settings of a gateway that sends to a server on this port. */
    public static Map<String, String> gateway(Map<String, String> base, String databaseUrl, int port) {
        Map<String, String> settings = new HashMap<>(base);
        settings.putAll(Map.of(
                "database.url", databaseUrl,
                "mail.smtpHost", "127.0.0.1",
                "mail.smtpPort", Integer.toString(port),
                "mail.tls", "none",
                "mail.from", "shop@tollgate.example",
                "mail.perSecond", "100"));
        return settings;
    }

    /** Returns an event with a date and a place. */
    public static TestEvent event(Database database, String sellerId, Consumer<ObjectNode> what) {
        TestEvent event = new TestEvent(database, sellerId);
        event.with(document -> {
            document.put("customizeEmailConfirmation", false);
            document.withObject("/eventDetails")
                    .put("startDate", "2036-04-10T18:00:00.000Z")
                    .put("endDate", "2036-04-10T21:00:00.000Z")
                    .put("timezone", "Europe/Berlin")
                    .put("location", "Town hall, Berlin");
            what.accept(document);
        });
        return event;
    }
}
