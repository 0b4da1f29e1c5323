package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.RawHttp;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import org.junit.jupiter.api.Test;

/** Connections that are reset while their response is incomplete. */
class ConnectionResetTest {
    private final Vertx vertx = TestGateway.shared().vertx();
    private final Promise<Void> reset = Promise.promise();

    private void afterTheClose(RoutingContext ctx) {
        ctx.request().connection().close().onComplete(closed -> {
            try {
                ConnectionReset.of(ctx);
                reset.complete();
            } catch (RuntimeException e) {
                reset.fail(e);
            }
        });
    }

    @Test
    void aClosedConnectionNeedsNoReset() {
        Router router = Router.router(vertx);
        router.get("/closed").handler(this::afterTheClose);
        HttpServer server =
                TestSeller.await(vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
        assertThat(RawHttp.text(server.actualPort(), "GET /closed HTTP/1.1\r\nHost: a\r\n\r\n"))
                .isEmpty();
        TestSeller.await(reset.future());
        TestSeller.await(server.close());
    }
}
