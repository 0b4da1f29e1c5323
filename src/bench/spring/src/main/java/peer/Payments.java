package peer;

import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The twenty newest payments with their total, and one by its id. */
@RestController
class Payments {
    private static final int PAGE = 20;

    /** Greater than every id. */
    private static final String NO_CURSOR = "g";

    private static final String ONE = "SELECT record FROM bench_record WHERE seller_id = ? AND livemode = ? AND id = ?";
    private static final String LIST = """
            SELECT t.total, p.record
            FROM (SELECT coalesce((SELECT sum(records) FROM payment_count
                                   WHERE seller_id = ? AND livemode = ? AND span = 'a' AND grouping = 0), 0) AS total) t
            LEFT JOIN LATERAL (SELECT id, record FROM bench_record
                               WHERE seller_id = ? AND livemode = ? AND id < ? ORDER BY id DESC LIMIT 21) p ON true
            ORDER BY p.id DESC""";

    private final JdbcTemplate database;
    private final ObjectMapper mapper;

    Payments(JdbcTemplate database, ObjectMapper mapper) {
        this.database = database;
        this.mapper = mapper;
    }

    record Page(List<JsonNode> data, long total, boolean has_more) {}

    record One(JsonNode data) {}

    private record Row(long total, String record) {}

    @GetMapping("/v1/payments")
    Page list(
            @RequestAttribute(Keys.CALLER) Caller caller,
            @RequestParam(name = "starting_after", defaultValue = NO_CURSOR) String cursor) {
        String seller = caller.sellerId();
        boolean live = caller.livemode();
        List<Row> rows = database.query(
                LIST, (row, number) -> new Row(row.getLong(1), row.getString(2)), seller, live, seller, live, cursor);
        List<JsonNode> records = rows.stream()
                .filter(row -> row.record() != null)
                .limit(PAGE)
                .map(row -> mapper.readTree(row.record()))
                .toList();
        return new Page(records, rows.get(0).total(), rows.size() > PAGE);
    }

    @GetMapping("/v1/payments/{id}")
    ResponseEntity<One> one(@RequestAttribute(Keys.CALLER) Caller caller, @PathVariable String id) {
        return database
                .query(
                        ONE,
                        (row, number) -> new One(mapper.readTree(row.getString(1))),
                        caller.sellerId(),
                        caller.livemode(),
                        id)
                .stream()
                .findFirst()
                .map(ResponseEntity::ok)
                .orElse(ResponseEntity.notFound().build());
    }
}
