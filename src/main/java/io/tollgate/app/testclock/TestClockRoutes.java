package io.tollgate.app.testclock;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The endpoints that return and move the test clock of the seller of a test key. */
public record TestClockRoutes(WriteExecutor writes, TimePassage passage) {
    private static final int DURATION_MAX = 60;
    private static final String EXPECTED = "must be an ISO 8601 duration of at most " + ClockTarget.YEARS_MAX
            + " years, without signs and fractions, such as P1M3D";

    private static final Body MOVE = Body.of(
            "TestClockAdvance",
            """
            { "advance": "P1M3D" }
            """,
            Field.of("advance", Type.matching(3, DURATION_MAX, ClockTarget.Ahead.SYNTAX, EXPECTED))
                    .doc("How far the clock moves: an ISO 8601 duration of years, months, weeks, days, hours, minutes"
                            + " and seconds, by the calendar in UTC. Send this or `to`.")
                    .example("P1M3D")
                    .orNull(),
            Field.time("to")
                    .doc("Time to which the clock moves, not before the present test time. Send this or `advance`.")
                    .orNull());

    public List<Endpoint> all() {
        return List.of(get(), move());
    }

    private Endpoint get() {
        return new Endpoint(
                HttpMethod.GET,
                TestClockEncoder.RESOURCE.path(),
                "Get the test clock",
                Endpoint.Shape.BARE,
                TestClockEncoder.RESOURCE,
                this::show);
    }

    private Future<ApiResponse> show(Request request) {
        request.refuseParameters();
        requireTestKey(request);
        return TestClockStore.offset(writes.database(), request.caller().sellerId())
                .map(offset -> TestClockEncoder.response(writes.clock().now(), offset));
    }

    private Endpoint move() {
        Writing writing = Writing.of(
                        "moveTestClock", """
                Moves the time of test mode forward, never back, and returns when everything that is due until then \
                has happened: trials end, subscriptions renew, plans complete, orders expire. Each of them happens at \
                its own time, in order. Afterwards the test time runs on with the real time. One call moves the clock \
                by at most %d years, and at most %d years ahead of the real time. If the work takes longer than \
                three quarters of `limits.requestTimeoutMillis`, the response has `complete` `false`, and the clock \
                stands at the time that it has reached. A live key returns 403. While another request moves the \
                clock, the response is 409 `test_clock_moving`. It is 422 `processor_not_simulated` if test mode is \
                connected to a real account of the payment processor.\
                """.formatted(ClockTarget.YEARS_MAX, ClockTarget.YEARS_AHEAD_MAX), MOVE)
                .withResponseSchema(TestClockEncoder.MOVED);
        return writes.externalOperation(
                        HttpMethod.POST,
                        TestClockEncoder.RESOURCE.path(),
                        "Move the test clock",
                        TestClockEncoder.RESOURCE,
                        writing,
                        this::move)
                .withoutData();
    }

    private TestClockMove move(Request request) {
        Input input = request.input(MOVE);
        boolean advance = input.wasSent("advance");
        input.rule(advance || input.wasSent("to"), "advance", "exactly one of advance and to is required");
        input.rule(!advance || !input.wasSent("to"), "to", "must not be sent together with advance");
        String sent = input.text("advance");
        ClockTarget.Ahead ahead = sent == null ? null : ClockTarget.Ahead.of(sent);
        input.rule(ahead == null || ahead.isPositive(), "advance", "must be positive");
        input.check();
        requireTestKey(request);
        ClockTarget target =
                ahead != null ? ahead : new ClockTarget.At(Instant.parse(Objects.requireNonNull(input.text("to"))));
        return new TestClockMove(writes, passage, target);
    }

    private static void requireTestKey(Request request) {
        if (request.caller().live()) {
            throw ApiError.forbidden(
                    "live_key_test_clock",
                    "Live mode follows the real time and has no test clock. Use a test API key.");
        }
    }
}
