package io.tollgate.pdf;

import io.tollgate.pdf.font.Typefaces;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Draws what arrives on the event bus, on worker threads of its own. */
public final class PdfVerticle extends VerticleBase {
    static final String ADDRESS = "tollgate.pdf";
    static final String POOL = "pdf";
    static final String TEMPLATE = "template";
    static final String DIGEST = "digest";
    static final String LIMIT_MILLIS = "limitMillis";
    static final int TOO_LATE = 1;
    static final int DEFECT = 2;

    private static final Logger LOG = LoggerFactory.getLogger(PdfVerticle.class);

    private final Typefaces typefaces = new Typefaces();
    private final Pace pace;
    private final Map<String, PdfTemplate> templates;
    private final ConcurrentLinkedQueue<Press> presses = new ConcurrentLinkedQueue<>();

    private PdfVerticle(Pace pace, List<PdfTemplate> templates) {
        this.pace = pace;
        this.templates = templates.stream().collect(Collectors.toMap(PdfTemplate::name, Function.identity()));
    }

    /** Starts the workers of a client. */
    public static Future<String> deploy(Vertx vertx, PdfClient client, List<PdfTemplate> templates) {
        DeploymentOptions options = new DeploymentOptions()
                .setThreadingModel(ThreadingModel.WORKER)
                .setWorkerPoolName(POOL)
                .setWorkerPoolSize(client.workers());
        return vertx.deployVerticle(new PdfVerticle(client.pace(), templates), options);
    }

    @Override
    public Future<?> start() {
        return vertx.eventBus().consumer(ADDRESS, this::receive).completion();
    }

    /** Handed on at once: several jobs run side by side, as many as there are threads. */
    private void receive(Message<Buffer> message) {
        vertx.executeBlocking(() -> draw(message), false)
                .onSuccess(message::reply)
                .onFailure(failure -> fail(message, failure));
    }

    private Buffer draw(Message<Buffer> message) throws Exception {
        Background.enter();
        PdfTemplate template = templates.get(message.headers().get(TEMPLATE));
        if (template == null) {
            throw new IllegalArgumentException(
                    "no template " + message.headers().get(TEMPLATE));
        }
        Duration limit = Duration.ofMillis(Long.parseLong(message.headers().get(LIMIT_MILLIS)));
        Press idle = presses.poll();
        Press press = idle == null ? new Press(typefaces) : idle;
        press.begin(message.headers().get(DIGEST), limit, pace);
        byte[] bytes = template.print(Json.read(message.body()), press);
        presses.add(press);
        return Buffer.buffer(bytes);
    }

    private static void fail(Message<Buffer> message, Throwable failure) {
        if (failure instanceof CancellationException) {
            message.fail(TOO_LATE, failure.getMessage());
        } else {
            LOG.error("Drawing {} failed", message.headers().get(TEMPLATE), failure);
            message.fail(DEFECT, failure.toString());
        }
    }
}
