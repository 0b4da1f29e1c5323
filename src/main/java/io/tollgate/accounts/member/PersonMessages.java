package io.tollgate.accounts.member;

import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;

/** The parts of statements about messages to a person, which one of the sellers of the person sends. */
public final class PersonMessages {
    private PersonMessages() {}

    /**
     * Returns the part {@code sender}: the oldest seller of the person {@code $3}, if a condition holds.
     *
     * @param condition over the parts before
     */
    public static String sender(String condition) {
        return """
                sender AS (
                    SELECT m.seller_id FROM member m JOIN seller r ON r.id = m.seller_id
                    WHERE m.email = $3 AND %s
                    ORDER BY r.created_at, r.id LIMIT 1
                )""".formatted(condition);
    }

    /** Returns the insert of a message that {@code sender} sends. */
    public static String message(MailPurpose purpose) {
        return MailOutbox.insertForMember(purpose) + " FROM sender";
    }

    /**
     * Returns the query of what a message of the seller {@code $1} is about: columns of the row {@code $2}, and then
     * name, locale and time zone of the seller.
     *
     * @param table whose rows belong to persons
     */
    public static String about(String table, String columns) {
        return """
                SELECT %s, coalesce(t.display_name, r.display_name),
                       coalesce(t.locale, ''), coalesce(t.timezone, 'UTC')
                FROM %s d
                JOIN member m ON m.seller_id = $1 AND m.email = d.email
                JOIN seller r ON r.id = m.seller_id
                LEFT JOIN seller_setting t ON t.seller_id = m.seller_id
                WHERE d.id = $2
                """.formatted(columns, table);
    }
}
