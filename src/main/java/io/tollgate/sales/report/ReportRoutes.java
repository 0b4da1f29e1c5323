package io.tollgate.sales.report;

import io.tollgate.accounts.seller.Sellers;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.TestClock;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;

/** The endpoints of reports. */
public final class ReportRoutes {
    /** The path and the mode of all reports. A report is no record. */
    static final Resource RESOURCE = Resource.at("/v1/reports")
            .noun("Report")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .build();

    private final Sellers sellers;
    private final TestClock clock;
    private final MeasureReader measures;
    private final AttentionReport attention;
    private final SetupReport setup;

    /** @param clock of live mode */
    public ReportRoutes(Database database, Sellers sellers, Clock clock) {
        this.measures = new MeasureReader(database);
        this.sellers = sellers;
        this.clock = new TestClock(database, clock);
        this.attention = new AttentionReport(database, clock);
        this.setup = new SetupReport(database);
    }

    public List<Endpoint> all() {
        return List.of(
                report("sales", "Get the sales of a period", SalesReportCodec.SCHEMA, this::sales),
                report(
                        "recurring-revenue",
                        "Get the recurring revenue of a period",
                        RecurringReportCodec.SCHEMA,
                        this::recurring),
                new Endpoint(
                                HttpMethod.GET,
                                RESOURCE.path() + "/attention",
                                "Get what needs the seller's attention",
                                Endpoint.Shape.RECORD,
                                RESOURCE,
                                this::attention)
                        .withResponseSchema(AttentionReportCodec.SCHEMA),
                new Endpoint(
                                HttpMethod.GET,
                                RESOURCE.path() + "/setup",
                                "Get the steps to the first sale",
                                Endpoint.Shape.RECORD,
                                RESOURCE,
                                this::setup)
                        .withResponseSchema(SetupReportCodec.SCHEMA));
    }

    /** Reads a report of a period. */
    private interface Report {
        Future<Buffer> read(Scope scope, ReportRequest asked, ReportPeriod period);
    }

    private Future<Buffer> sales(Scope scope, ReportRequest asked, ReportPeriod period) {
        return SalesReport.read(measures, scope, asked, period)
                .map(report -> SalesReportCodec.encode(asked, period, report));
    }

    private Future<Buffer> recurring(Scope scope, ReportRequest asked, ReportPeriod period) {
        return RecurringReport.read(measures, scope, asked, period)
                .map(report -> RecurringReportCodec.encode(asked, period, report));
    }

    private Endpoint report(String name, String summary, Endpoint.Schema schema, Report report) {
        return new Endpoint(
                        HttpMethod.GET,
                        RESOURCE.path() + "/" + name,
                        summary,
                        Endpoint.Shape.RECORD,
                        RESOURCE,
                        request -> answer(request, report))
                .withResponseSchema(schema)
                .withParameters(ReportRequest.PARAMETERS);
    }

    private Future<ApiResponse> answer(Request request, Report report) {
        ReportRequest asked = ReportRequest.parse(request.parameters());
        Scope scope = request.caller().reading(asked.livemode());
        return Future.all(sellers.seller(scope.sellerId()), clock.now(scope)).compose(read -> {
            ZoneId zone = read.<Sellers.Seller>resultAt(0).zone();
            Instant now = read.resultAt(1);
            ReportPeriod period = asked.period(now.atZone(zone).toLocalDate(), zone);
            return report.read(scope, asked, period).map(data -> ApiResponse.record(200, data));
        });
    }

    private Future<ApiResponse> attention(Request request) {
        Scope scope = request.caller().reading(ListRequest.livemode(RESOURCE, request.parameters()));
        return clock.now(scope)
                .compose(now -> attention.read(scope, now))
                .map(items -> ApiResponse.record(200, AttentionReportCodec.encode(items)));
    }

    private Future<ApiResponse> setup(Request request) {
        Scope scope = request.caller().reading(ListRequest.livemode(RESOURCE, request.parameters()));
        return setup.read(scope).map(done -> ApiResponse.record(200, SetupReportCodec.encode(done)));
    }
}
