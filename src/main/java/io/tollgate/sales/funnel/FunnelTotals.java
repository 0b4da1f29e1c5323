package io.tollgate.sales.funnel;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.TenantGuard;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Objects;

/** The endpoint that answers what the offers of a page earn: the runs by outcome, and the amounts by currency. */
public record FunnelTotals(Database database) {
    private static final int PAIRS_MAX = 1_000;
    private static final List<String> FILTERS = List.of("pageId", "offerPageId", "createdAfter", "createdBefore");

    /** One row for each pair of pages and currency of its accepted offers; the others have no currency. */
    private static final String TOTALS = """
            SELECT seller_id, livemode, page_id, offer_page_id, currency, count(*), count(shown_at),
                   count(*) FILTER (WHERE outcome IN ('open', 'shown')),
                   count(*) FILTER (WHERE outcome = 'accepted'),
                   count(*) FILTER (WHERE outcome = 'declined'),
                   count(*) FILTER (WHERE outcome = 'expired'),
                   count(*) FILTER (WHERE outcome = 'payment_failed'),
                   count(*) FILTER (WHERE outcome = 'unavailable'),
                   coalesce(sum(offer_amount), 0)::bigint
            FROM funnel_run_record
            WHERE seller_id = $1 AND livemode = $2 AND ($3::text IS NULL OR page_id = $3)
              AND ($4::text IS NULL OR offer_page_id = $4)
              AND ($5::timestamptz IS NULL OR created_at >= $5) AND ($6::timestamptz IS NULL OR created_at <= $6)
            GROUP BY seller_id, livemode, page_id, offer_page_id, currency
            ORDER BY page_id, offer_page_id NULLS LAST, currency NULLS FIRST
            LIMIT $7
            """;

    /** The counted outcomes, in the order of the statement's columns from the sixth one on. */
    private static final List<String> COUNTS =
            List.of("runs", "shown", "open", "accepted", "declined", "expired", "paymentFailed", "unavailable");

    private static final Field PAIR = Field.list(
                    "totals",
                    Field.id("pageId")
                            .doc("Id of the page of the first purchases.")
                            .always(),
                    Field.id("offerPageId")
                            .doc("Id of the offered page. Null for runs of the action `redirect` whose offer was not "
                                    + "shown."),
                    count("runs", "All runs."),
                    count("shown", "Runs whose buyer saw the offer, whatever followed."),
                    count("open", "Runs that are not decided yet."),
                    count("accepted", "Accepted and paid offers."),
                    count("declined", "Declined offers."),
                    count("expired", "Offers that were not accepted within an hour."),
                    count("paymentFailed", "Accepted offers that were not paid."),
                    count("unavailable", "Offers that could not be shown or sold."),
                    Field.list(
                                    "amounts",
                                    CommonFields.CURRENCY.always(),
                                    Field.money("amount")
                                            .doc("Sum of `offerAmount` of the accepted offers.")
                                            .always())
                            .doc("What the accepted offers cost, for each currency. Empty without one.")
                            .always())
            .doc("One entry for each page and the page that it offers, in the order of their ids. At most " + PAIRS_MAX
                    + ".")
            .always();

    private static final Endpoint.Schema SCHEMA =
            new Endpoint.Schema("FunnelTotals", "What offers after purchases earn.", List.of(PAIR));

    private static Field count(String name, String doc) {
        return Field.integer(name).doc(doc).always();
    }

    public Endpoint endpoint() {
        return new Endpoint(
                        HttpMethod.GET,
                        FunnelRunRecords.RESOURCE.path() + "/totals",
                        "Get the totals of offers after purchases",
                        Endpoint.Shape.RECORD,
                        FunnelRunRecords.RESOURCE,
                        this::get)
                .withResponseSchema(SCHEMA)
                .withFilters(FILTERS);
    }

    private Future<ApiResponse> get(Request request) {
        ListRequest asked = ListRequest.parse(FunnelRunRecords.RESOURCE, FILTERS, request.parameters());
        Scope scope = request.caller().reading(asked.livemode());
        Tuple values = Tuple.of(
                scope.sellerId(),
                scope.live(),
                asked.filter("pageId"),
                asked.filter("offerPageId"),
                asked.createdAfter(),
                asked.createdBefore());
        return database.get(TOTALS, values.addValue(PAIRS_MAX)).map(rows -> {
            ObjectNode data = JsonNodeFactory.instance.objectNode();
            data.set("totals", totals(scope, rows));
            return ApiResponse.record(200, Buffer.buffer(data.toString()));
        });
    }

    private static ArrayNode totals(Scope scope, RowSet<Row> rows) {
        ArrayNode totals = JsonNodeFactory.instance.arrayNode();
        ObjectNode last = null;
        for (Row row : rows) {
            TenantGuard.requireTenant(scope, row);
            if (last == null
                    || !last.path("pageId").asText().equals(row.getString(2))
                    || !Objects.equals(last.path("offerPageId").textValue(), row.getString(3))) {
                last = totals.addObject().put("pageId", row.getString(2)).put("offerPageId", row.getString(3));
                for (String name : COUNTS) {
                    last.put(name, 0L);
                }
                last.putArray("amounts");
            }
            add(last, row);
        }
        return totals;
    }

    private static void add(ObjectNode pair, Row row) {
        for (int i = 0; i < COUNTS.size(); i++) {
            String name = COUNTS.get(i);
            pair.put(name, pair.path(name).asLong() + row.getLong(5 + i));
        }
        if (row.getString(4) != null) {
            pair.withArray("amounts")
                    .addObject()
                    .put("currency", row.getString(4))
                    .put("amount", row.getLong(13));
        }
    }
}
