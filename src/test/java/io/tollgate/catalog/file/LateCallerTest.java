package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientResponse;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A response of the bucket has ended before the caller's thread adds its next callback. */
class LateCallerTest {
    private static final Scope SCOPE = new Scope("65f0c0ffee0123456789abcd", true);
    private static final String FILE = "65f0c0ffee0123456789abce";

    @TempDir
    Path folder;

    private static <T> T proxy(Class<T> type, T real, String method, Function<Object, Object> wrap) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, called, values) -> {
                    Object result = called.invoke(real, values);
                    return called.getName().equals(method) && result != null ? wrap.apply(result) : result;
                }));
    }

    private static Vertx late(Vertx vertx) {
        return proxy(Vertx.class, vertx, "createHttpClient", client -> late((HttpClientAgent) client));
    }

    private static HttpClientAgent late(HttpClientAgent client) {
        return proxy(HttpClientAgent.class, client, "request", request -> late((Future<?>) request));
    }

    /** Returns a future whose first callback has run, and whose response has ended, when the caller continues. */
    private static Future<?> late(Future<?> request) {
        return (Future<?>) Proxy.newProxyInstance(
                Future.class.getClassLoader(), new Class<?>[] {Future.class}, (proxy, called, values) -> {
                    @SuppressWarnings("unchecked")
                    var callback = (Function<Object, Future<Object>>) values[0];
                    Future<Object> next = request.compose(sent -> callback.apply(sent)
                            .compose(result -> result instanceof HttpClientResponse response
                                    ? response.end().map(result)
                                    : Future.succeededFuture(result)));
                    next.await(60, TimeUnit.SECONDS);
                    return next;
                });
    }

    @Test
    void bodyIsReadByALateCaller() throws Exception {
        Path source = Files.writeString(folder.resolve("source"), "content");
        Vertx vertx = Vertx.vertx();
        try (FakeS3 s3 = new FakeS3()) {
            StorageSettings settings = s3.settings(FakeS3.SECRET);
            FileStores.of(vertx, settings, Clock.SYSTEM)
                    .put(SCOPE, FILE, source)
                    .await(60, TimeUnit.SECONDS);
            FileStore late = FileStores.of(late(vertx), settings, Clock.SYSTEM);
            assertThat(late.read(SCOPE, FILE).await(60, TimeUnit.SECONDS)).hasToString("content");
        } finally {
            vertx.close().await(60, TimeUnit.SECONDS);
        }
    }
}
