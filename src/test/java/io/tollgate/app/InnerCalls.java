package io.tollgate.app;

import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.server.Connections;
import io.tollgate.platform.server.Metrics;
import io.tollgate.platform.server.ShutdownDrain;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Runs code that calls endpoints within a request to a server of its own, which has one event loop. */
public final class InnerCalls implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final AtomicReference<Work<?>> next = new AtomicReference<>();
    private final int port;

    /** Code that calls endpoints within a request. */
    public interface Call<T> {
        Future<T> with(List<Endpoint> endpoints, RoutingContext ctx);
    }

    private record Work<T>(Call<T> call, Promise<T> result) {
        void run(List<Endpoint> endpoints, RoutingContext ctx) {
            Future.succeededFuture()
                    .compose(begun -> call.with(endpoints, ctx))
                    .onComplete(result)
                    .onComplete(done -> ctx.response().setStatusCode(204).end());
        }
    }

    public InnerCalls() {
        Promise<HttpServer> listening = Promise.promise();
        vertx.runOnContext(loop -> serve().onComplete(listening));
        port = TestSeller.await(listening.future()).actualPort();
    }

    private Future<HttpServer> serve() {
        Config config = Config.of(Map.of("secret", TestGateway.SECRET, "database.url", TestDatabase.url()));
        Components shared = new Components(
                vertx,
                config,
                Outside.of(config),
                Clock.SYSTEM,
                config.secrets(false),
                new ShutdownDrain(new Connections(config.limits(), List.of())),
                new Metrics(),
                null);
        List<Endpoint> endpoints =
                Endpoints.of(new LoopComponents(shared, vertx, shared.database(vertx), shared.store(vertx)));
        Router router = Router.router(vertx);
        router.route().handler(ctx -> next.get().run(endpoints, ctx));
        return vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1");
    }

    /** Returns the result of code that runs within a request. */
    public <T> T within(Call<T> call) {
        Work<T> work = new Work<>(call, Promise.promise());
        next.set(work);
        new TestApi("http://127.0.0.1:" + port, null).get("/").expect(204);
        return TestSeller.await(work.result().future());
    }

    @Override
    public void close() {
        TestSeller.await(vertx.close());
    }
}
