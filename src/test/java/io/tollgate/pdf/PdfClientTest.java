package io.tollgate.pdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.StoredBody;
import io.tollgate.support.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The limits of rendering: concurrent jobs, queue, time, and one rendering for identical requests. */
class PdfClientTest {
    private static final Vertx VERTX = Vertx.vertx();

    /** For tests that are not about the time limit. */
    private static final int PATIENT_MILLIS = 60_000;

    private final AtomicInteger drawn = new AtomicInteger();
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void open() {
        gate.countDown();
    }

    /** Renders when the test allows it. */
    private final class Slow implements PdfTemplate {
        private final String name;

        Slow(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void render(JsonNode content, RenderContext context, OutputStream out) {
            drawn.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            if (content.path("broken").asBoolean()) {
                throw new IllegalStateException("broken");
            }
            try {
                out.write(content.toString().getBytes(StandardCharsets.UTF_8));
                out.write(new byte[content.path("padding").asInt()]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static PdfClient client(PdfTemplate template, int workers, int queueMax, int timeoutMillis) {
        PdfClient client = new PdfClient(
                VERTX, new PdfSettings(workers, queueMax, timeoutMillis, 0), 1 << 20, () -> Long.MAX_VALUE);
        await(PdfVerticle.deploy(VERTX, client, List.of(template)));
        return client;
    }

    private static PdfRequest request(PdfTemplate template, int number) {
        return PdfRequest.of(template, JsonNodeFactory.instance.objectNode().put("number", number));
    }

    @Test
    void callers_of_the_same_share_one_drawing_and_it_is_kept() {
        PdfTemplate template = new Slow("shared");
        PdfClient client = client(template, 1, 10, PATIENT_MILLIS);
        List<Future<StoredBody>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(client.render(request(template, 1)));
        }
        assertThat(client.pending()).isEqualTo(1);
        gate.countDown();
        answers.forEach(answer -> assertThat(await(answer).memory()).hasToString("{\"number\":1}"));
        assertThat(await(client.render(request(template, 1))).memory()).hasToString("{\"number\":1}");
        assertThat(drawn).hasValue(1);
        assertThat(client.pending()).isZero();
        await(undeployed());
    }

    @Test
    void preparationThatTakesTooLongIsUnavailable() {
        PdfClient client = client(new Slow("prepared"), 1, 10, 100);
        assertUnavailable(client.prepare(() -> {
            gate.await(60, TimeUnit.SECONDS);
            return new byte[0];
        }));
        assertThat(gate.getCount()).isOne();
        gate.countDown();
        await(undeployed());
    }

    @Test
    void a_full_queue_refuses_for_a_while() {
        PdfTemplate template = new Slow("full");
        PdfClient client = client(template, 1, 2, PATIENT_MILLIS);
        List<Future<StoredBody>> accepted = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            accepted.add(client.render(request(template, i)));
        }
        assertUnavailable(client.render(request(template, 3)));
        Future<StoredBody> same = client.render(request(template, 2));
        gate.countDown();
        accepted.forEach(PdfClientTest::await);
        await(same);
        assertThat(drawn).hasValue(3);
        await(undeployed());
    }

    @Test
    void whoever_waits_too_long_is_told_and_not_drawn() {
        PdfTemplate template = new Slow("late");
        PdfClient client = client(template, 1, 10, 300);
        // Workers have idle priority. On a busy machine, none of them may begin in time.
        for (int i = 0; i < 200 && drawn.get() == 0; i++) {
            assertUnavailable(client.render(request(template, i)));
        }
        assertThat(drawn).hasValue(1);
        assertUnavailable(client.render(request(template, 200)));
        gate.countDown();
        assertThat(Eventually.isTrue(() -> client.pending() == 0)).isTrue();
        assertThat(drawn).hasValue(1);
        await(undeployed());
    }

    @Test
    void a_defect_is_no_outage_and_frees_its_worker() {
        PdfTemplate template = new Slow("broken");
        PdfClient client = client(template, 1, 10, PATIENT_MILLIS);
        gate.countDown();
        PdfRequest broken =
                PdfRequest.of(template, JsonNodeFactory.instance.objectNode().put("broken", true));
        assertThatThrownBy(() -> await(client.render(broken))).isNotInstanceOf(ApiError.class);
        await(client.render(request(template, 1)));
        assertThat(client.pending()).isZero();
        await(undeployed());
    }

    @Test
    void a_large_document_is_kept_in_a_file_that_no_folder_lists() {
        PdfTemplate template = new Slow("large");
        PdfClient client = client(template, 1, 10, PATIENT_MILLIS);
        gate.countDown();
        PdfRequest large =
                PdfRequest.of(template, JsonNodeFactory.instance.objectNode().put("padding", PdfOutput.MEMORY_MAX));
        StoredBody first = await(client.render(large));
        assertThat(first.isFile()).isTrue();
        assertThat(await(client.file(large, "large.pdf", PdfOutput.MEMORY_MAX))).isNull();
        PdfFile whole = await(client.file(large, "large.pdf", Math.toIntExact(first.length())));
        assertThat(whole).isNotNull();
        assertThat(whole.bytes().length()).isEqualTo(Math.toIntExact(first.length()));
        assertThat(first.memory()).isNull();
        assertThat(first.length()).isGreaterThan(PdfOutput.MEMORY_MAX);
        assertThat(client.kept(large.digest())).isSameAs(first);
        assertThat(drawn).hasValue(1);
        await(undeployed());
    }

    private static void assertUnavailable(Future<?> answer) {
        assertThatThrownBy(() -> await(answer)).isInstanceOfSatisfying(ApiError.class, error -> {
            assertThat(error.status()).isEqualTo(503);
            assertThat(error.headers()).containsKey("Retry-After");
        });
    }

    private static Future<?> undeployed() {
        return Future.join(VERTX.deploymentIDs().stream().map(VERTX::undeploy).toList());
    }

    private static <T> T await(Future<T> future) {
        try {
            return future.await(2L * PATIENT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }
}
