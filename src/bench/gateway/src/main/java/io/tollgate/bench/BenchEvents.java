package io.tollgate.bench;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Ids;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Scope;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes events that can be booked, of one ticket type each. */
final class BenchEvents {
    private static final String PAGE = """
            INSERT INTO page
            (seller_id, id, type, slug, status, testmode, search_text, document, created_at, updated_at)
            VALUES (?, ?, 'event', ?, 'published', false, '', ?::jsonb, ?, ?)
            """;
    private static final String GROUP = """
            INSERT INTO ticket_group (seller_id, id, page_id, position, document, created_at, updated_at)
            VALUES (?, ?, ?, 0, ?::jsonb, ?, ?)
            """;
    private static final String TYPE = """
            INSERT INTO ticket_type
            (seller_id, id, page_id, ticket_group_id, position, document, created_at, updated_at)
            VALUES (?, ?, ?, ?, 0, ?::jsonb, ?, ?)
            """;

    private BenchEvents() {}

    /** An event with its one ticket type. */
    record Event(String id, String typeId) {}

    static List<Event> make(String url, Scope scope, int count) throws SQLException {
        List<Event> events = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url))) {
            for (int i = 0; i < count; i++) {
                events.add(make(connection, scope.sellerId(), Clock.SYSTEM.now()));
            }
        }
        return events;
    }

    private static Event make(Connection connection, String seller, Instant now) throws SQLException {
        String id = Ids.next(now);
        String group = Ids.next(now);
        String type = Ids.next(now);
        Timestamp at = Timestamp.from(now);
        String dated = "\"createdAt\":\"" + Times.text(now) + "\",\"updatedAt\":\"" + Times.text(now) + "\"";
        String field = "{\"id\":\"%s\",\"label\":\"%s\",\"element\":\"%s\",\"type\":\"%s\",\"required\":true,"
                + "\"reference\":\"%s\"," + dated + "}";
        String page = "{\"id\":\"" + id + "\",\"sellerId\":\"" + seller + "\",\"type\":\"event\",\"name\":\"Bench\","
                + "\"title\":\"Bench\",\"slug\":\"bench-" + id + "\",\"status\":\"published\",\"testmode\":false,"
                + "\"locale\":\"en-GB\",\"eventDetails\":{\"currency\":\"eur\"},\"fields\":["
                + field.formatted(Ids.next(now), "Name", "text", "name", "customer_name") + ","
                + field.formatted(Ids.next(now), "Email address", "email", "email", "customer_email") + "]," + dated
                + "}";
        String offer = "\"availabilityBehavior\":\"always_available\",\"status\":\"enabled\"";
        execute(connection, PAGE, seller, id, "bench-" + id, page, at, at);
        String hall = "{\"id\":\"" + group + "\",\"name\":\"Hall\",\"feeDisplay\":\"included\"," + offer + "}";
        execute(connection, GROUP, seller, group, id, hall, at, at);
        String seat = "{\"id\":\"" + type + "\",\"ticketGroupId\":\"" + group
                + "\",\"name\":\"Seat\",\"pricing\":\"paid\",\"price\":2500," + offer + "}";
        execute(connection, TYPE, seller, type, id, group, seat, at, at);
        return new Event(id, type);
    }

    private static void execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
