package io.tollgate.accounts.member;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.schema.EmailAddress;
import io.tollgate.platform.secret.HashedTokens;
import io.tollgate.platform.secret.Secrets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The members of sellers, for commands. Blocks.
 *
 * @param url JDBC URL
 */
public record MemberRegister(String url, Secrets secrets, DashboardSettings settings) {
    private static final String NO_SUCH_TABLE = "42P01";
    private static final String TAKEN = "23505";

    /** A member, for commands. */
    public record Entry(String seller, String email, String name, String role, Instant createdAt) {}

    /**
     * Adds a member to a seller.
     *
     * @throws StartRefused if there is no such seller, or the member or another owner exists already
     */
    public void invite(String seller, String email, String name, Role role) {
        String address = address(email);
        if (name.length() > Members.NAME_MAX || name.chars().anyMatch(Character::isISOControl)) {
            throw new StartRefused("name: must be at most " + Members.NAME_MAX + " printable characters");
        }
        Instant now = Clock.SYSTEM.now();
        int added = add(seller, address, name, role, now, "");
        if (added == 0) {
            throw new StartRefused("no seller named " + seller);
        }
    }

    /** Adds the owner of a seller that has none. */
    public void addOwner(String seller, String email, String name) {
        Instant now = Clock.SYSTEM.now();
        int ignored = add(seller, address(email), name, Role.OWNER, now, " ON CONFLICT DO NOTHING");
    }

    private int add(String seller, String email, String name, Role role, Instant now, String otherwise) {
        String sql = """
                INSERT INTO member (seller_id, id, email, name, role, document, created_at, updated_at)
                SELECT id, ?, ?, ?, ?, ?::jsonb, ?, ? FROM seller WHERE name = ?
                """.strip();
        String id = Ids.next(now);
        return run(
                sql + otherwise,
                id,
                email,
                name,
                role.wire(),
                Members.document(id, email, name.isEmpty() ? null : name, role, null, now)
                        .toString(),
                Timestamp.from(now),
                Timestamp.from(now),
                seller);
    }

    /**
     * Creates a link that signs a person in, and returns its path.
     *
     * @throws StartRefused if nobody has the address
     */
    public String link(String email) {
        String address = address(email);
        Instant now = Clock.SYSTEM.now();
        String id = Ids.next(now);
        String token = new HashedTokens(secrets.linkKey()).derive(MemberLinks.subject(id));
        String sql = """
                INSERT INTO member_link (token_hash, id, email, created_at, expires_at)
                SELECT ?, ?, ?, ?, ? WHERE EXISTS (SELECT FROM member WHERE email = ?)
                """;
        Instant end = now.plus(settings.linkValidity());
        int added = run(
                sql,
                HashedTokens.hash(token).getBytes(),
                id,
                address,
                Timestamp.from(now),
                Timestamp.from(end),
                address);
        if (added == 0) {
            throw new StartRefused("no member has the address " + address);
        }
        return MemberLinks.path(token);
    }

    /** Returns the members of a seller, or of all sellers. */
    public List<Entry> list(@Nullable String seller) {
        String sql = """
                SELECT r.name, m.email, m.name, m.role, m.created_at
                FROM member m JOIN seller r ON r.id = m.seller_id
                WHERE ?::text IS NULL OR r.name = ?
                ORDER BY r.name, m.created_at, m.id
                """;
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, seller);
            statement.setString(2, seller);
            List<Entry> members = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    members.add(new Entry(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getTimestamp(5).toInstant()));
                }
            }
            return members;
        } catch (SQLException failed) {
            throw refused(failed);
        }
    }

    private static String address(String email) {
        String address = email.strip().toLowerCase(Locale.ROOT);
        EmailAddress.Fault fault = EmailAddress.fault(address);
        if (fault != null) {
            throw new StartRefused("email: " + fault.message());
        }
        return address;
    }

    private int run(String sql, Object... values) {
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        } catch (SQLException failed) {
            throw refused(failed);
        }
    }

    private static StartRefused refused(SQLException failed) {
        if (TAKEN.equals(failed.getSQLState())) {
            return new StartRefused("the seller has this member, or an owner, already", failed);
        }
        if (NO_SUCH_TABLE.equals(failed.getSQLState())) {
            return new StartRefused("the database schema is outdated; run `db migrate`", failed);
        }
        return new StartRefused("database error: " + StartRefused.reason(failed), failed);
    }
}
