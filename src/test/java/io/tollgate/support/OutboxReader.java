package io.tollgate.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.mail.MailPurpose;
import java.util.ArrayList;
import java.util.List;

/** Reads the messages of a test's seller, and their contents on the outbox pages. */
public record OutboxReader(TestShop shop) {
    private static final String ALL = """
            SELECT purpose, CASE WHEN livemode THEN 'live' ELSE 'test' END || '/' || id FROM mail_message
            WHERE seller_id = $1 AND recipient = $2 ORDER BY purpose, created_at, id
            """;
    private static final String UNADDRESSED =
            "SELECT 1 FROM mail_message WHERE seller_id = $1 AND state = 'PENDING' AND recipient = ''";

    /** Returns the purposes of all messages to an address, once the recipients of each message are known. */
    public List<MailPurpose> purposes(String address) {
        assertThat(shop.settles(
                        () -> TestSeller.rows(UNADDRESSED, shop.seller().id()).size() == 0))
                .isTrue();
        List<MailPurpose> purposes = new ArrayList<>();
        TestSeller.rows(ALL, shop.seller().id(), address)
                .forEach(row -> purposes.add(MailPurpose.valueOf(row.getString(0))));
        return purposes;
    }

    /** The page of a message, with its text and the names of its attachments, and its HTML part. */
    public record Shown(String path, String page, String html) {}

    /** Waits for the latest message of this purpose to an address, and returns it. */
    public Shown message(String address, MailPurpose purpose) {
        List<String> paths = new ArrayList<>();
        assertThat(shop.settles(() -> {
                    TestSeller.rows(ALL, shop.seller().id(), address).forEach(row -> {
                        if (row.getString(0).equals(purpose.name())) {
                            paths.add(row.getString(1));
                        }
                    });
                    return !paths.isEmpty();
                }))
                .as("%s to %s", purpose, address)
                .isTrue();
        String path = "/outbox/" + shop.seller().id() + "/" + paths.get(paths.size() - 1);
        TestApi management = new TestApi(shop.gateway().managementUrl(), null);
        return new Shown(
                path,
                management.get(path).expect(200).body(),
                management.get(path + "/html").expect(200).body());
    }
}
