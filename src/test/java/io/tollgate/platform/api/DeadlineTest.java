package io.tollgate.platform.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.server.RequestLog;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A response that does not arrive in time becomes a 503, and a late one has no effect. */
class DeadlineTest {
    private static final Vertx VERTX = Vertx.vertx();

    @AfterAll
    static void close() {
        TestSeller.await(VERTX.close());
    }

    @Test
    void late_answer_is_a_503_that_may_be_retried() {
        Promise<ApiResponse> late = Promise.promise();
        TestApi api = serving(late.future(), 50);
        TestApi.Reply reply = api.get("/waits");
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.header("Retry-After")).isEqualTo("1");
        assertThat(reply.json().path("code").asText()).isEqualTo("temporarily_unavailable");
        late.complete(ApiResponse.ok(Buffer.buffer("{}")));
        assertThat(api.get("/waits").status()).isEqualTo(200);
    }

    @Test
    void answer_in_time_stands() {
        TestApi api = serving(Future.succeededFuture(ApiResponse.ok(Buffer.buffer("{}"))), 10_000);
        assertThat(api.get("/waits").status()).isEqualTo(200);
    }

    private static TestApi serving(Future<ApiResponse> answer, long millis) {
        Router router = Router.router(VERTX);
        Api.mountFirst(
                router,
                new RequestLog(Clock.SYSTEM, new SimpleMeterRegistry()),
                TestSettings.SERVER,
                TestSettings.LIMITS);
        router.get("/waits").handler(new Deadline(millis)).handler(ctx -> Api.answer(ctx, request -> answer));
        HttpServer server =
                TestSeller.await(VERTX.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
        return new TestApi("http://127.0.0.1:" + server.actualPort(), "none");
    }
}
