package io.tollgate.app.testclock;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.id;
import static io.tollgate.platform.schema.Field.integer;
import static io.tollgate.platform.schema.Field.list;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.time;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.http.Etag;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.write.TestClockEvents;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Renders the test clock, and what happened while it moved. */
final class TestClockEncoder {
    /** The largest number of events in a response. */
    static final int EVENTS_MAX = 500;

    static final Resource RESOURCE = Resource.at("/v1/test-clock")
            .noun("Test clock")
            .modes(Resource.Modes.TEST_ONLY)
            .fields(
                    time("testTime").doc("Present time of test mode.").always(),
                    time("realTime").doc("Present real time.").always(),
                    integer("offsetMilliseconds")
                            .doc("Milliseconds that the test time is ahead of the real time.")
                            .always())
            .build();

    private static final List<Field> MOVE = Stream.concat(
                    RESOURCE.fields().stream(),
                    Stream.of(
                            bool("complete")
                                    .doc("Whether the clock has reached the requested time and no due work is left. If"
                                            + " `false`, the clock stands at `testTime`: repeat the request with"
                                            + " `to` and the value of `target`.")
                                    .always(),
                            time("target").doc("Requested time.").always(),
                            list(
                                            "events",
                                            oneOf(
                                                            "type",
                                                            TestClockEvents.Type.all()
                                                                    .toArray(String[]::new))
                                                    .doc("What happened.")
                                                    .always(),
                                            time("at")
                                                    .doc("When it happened, in the time of test mode.")
                                                    .always(),
                                            id("recordId")
                                                    .doc("Id of the subscription (`subscription.…`), of the payment or"
                                                            + " booking (`order.paid`), of the cart (`cart.…`), or of"
                                                            + " the order in its address (`order.expired`).")
                                                    .always())
                                    .doc("What happened while the clock moved, oldest first: the first " + EVENTS_MAX
                                            + " events."),
                            integer("eventCount").doc("Number of all events.").always()))
            .toList();

    static final Endpoint.Schema MOVED =
            new Endpoint.Schema("TestClockMove", "The test clock, and what happened while it moved.", MOVE);

    private TestClockEncoder() {}

    static ObjectNode state(Instant real, Duration offset) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("testTime", Times.text(real.plus(offset)))
                .put("realTime", Times.text(real))
                .put("offsetMilliseconds", offset.toMillis());
    }

    /** Returns the clock. Its ETag is that of the stored offset, and so does not change while the time runs on. */
    static ApiResponse response(Instant real, Duration offset) {
        String etag = Etag.of(Buffer.buffer(Long.toString(offset.toMillis())));
        return rendered(RESOURCE.fields(), state(real, offset)).with("ETag", etag);
    }

    static ApiResponse moved(
            Instant real, Duration offset, Instant target, boolean complete, TestClockStore.Events happened) {
        ObjectNode move = state(real, offset);
        move.put("complete", complete).put("target", Times.text(target));
        ArrayNode events = move.putArray("events");
        for (TestClockStore.Event event : happened.events()) {
            events.addObject()
                    .put("type", event.type())
                    .put("at", Times.text(event.at()))
                    .put("recordId", event.recordId());
        }
        move.put("eventCount", happened.count());
        return rendered(MOVE, move);
    }

    private static ApiResponse rendered(List<Field> fields, ObjectNode record) {
        return ApiResponse.ok(Buffer.buffer(Rendering.render(fields, record)));
    }
}
