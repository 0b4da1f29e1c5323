package io.tollgate.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.api.Api;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The responses to unexpected failures. */
class FailureHandlerTest {
    private static final Vertx VERTX = Vertx.vertx();

    @AfterAll
    static void close() {
        TestSeller.await(VERTX.close());
    }

    /** An endpoint that fails, in the handler or later. */
    private static Reply failing(Throwable failure, boolean later) {
        Router router = Router.router(VERTX);
        router.get("/fails").failureHandler(FailureHandler::handle).handler(ctx -> {
            if (later) {
                Api.answer(ctx, request -> VERTX.timer(1).compose(waited -> Future.failedFuture(failure)));
            } else {
                FailureHandlerTest.<RuntimeException>fail(failure);
            }
        });
        HttpServer server =
                TestSeller.await(VERTX.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
        return new TestApi("http://127.0.0.1:" + server.actualPort(), "none").get("/fails");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void fail(Throwable failure) throws E {
        throw (E) failure;
    }

    /** The shortage ends when unread responses are read or their connections are closed. */
    @Test
    void memory_for_buffers_that_is_short_is_a_503_that_may_be_tried_again() {
        OutOfMemoryError shortage = new OutOfMemoryError("Cannot reserve 65536 bytes of direct buffer memory");
        for (boolean later : new boolean[] {false, true}) {
            Reply reply = failing(shortage, later).expect(503);
            assertThat(reply.header("Retry-After")).isEqualTo("1");
            assertThat(reply.json().get("code").textValue()).isEqualTo("temporarily_unavailable");
            assertThat(reply.body()).doesNotContain("memory");
        }
    }

    @Test
    void defects_are_a_500_that_tells_nothing() {
        for (boolean later : new boolean[] {false, true}) {
            for (Throwable defect :
                    new Throwable[] {new StackOverflowError("deep"), new IllegalStateException("deep")}) {
                Reply reply = failing(defect, later).expect(500);
                assertThat(reply.header("Retry-After")).isNull();
                assertThat(reply.json().get("code").textValue()).isEqualTo("internal_error");
                assertThat(reply.body()).doesNotContain("deep");
            }
        }
    }
}
