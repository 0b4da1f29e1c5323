package io.tollgate.pdf;

import io.tollgate.pdf.font.Typefaces;
import io.tollgate.platform.bus.LocalCodec;
import io.tollgate.platform.http.StoredBody;
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

/** Renders the documents that {@link PdfClient} requests over the event bus, on a dedicated worker pool. */
public final class PdfVerticle extends VerticleBase {
    static final String ADDRESS = "tollgate.pdf";
    static final String POOL = "pdf";
    static final String TEMPLATE = "template";
    static final String DIGEST = "digest";
    static final String LIMIT_MILLIS = "limitMillis";
    static final int TRANSIENT = 1;
    static final int DEFECT = 2;

    private static final Logger LOG = LoggerFactory.getLogger(PdfVerticle.class);

    private final Typefaces typefaces = new Typefaces();
    private final RenderThrottle throttle;
    private final Map<String, PdfTemplate> templates;
    private final ConcurrentLinkedQueue<RenderContext> idleContexts = new ConcurrentLinkedQueue<>();

    private PdfVerticle(RenderThrottle throttle, List<PdfTemplate> templates) {
        this.throttle = throttle;
        this.templates = templates.stream().collect(Collectors.toMap(PdfTemplate::name, Function.identity()));
    }

    /** Starts the workers of a client. */
    public static Future<String> deploy(Vertx vertx, PdfClient client, List<PdfTemplate> templates) {
        DeploymentOptions options = new DeploymentOptions()
                .setThreadingModel(ThreadingModel.WORKER)
                .setWorkerPoolName(POOL)
                .setWorkerPoolSize(client.workers());
        LocalCodec.register(vertx);
        return vertx.deployVerticle(new PdfVerticle(client.throttle(), templates), options);
    }

    @Override
    public Future<?> start() {
        return vertx.eventBus().consumer(ADDRESS, this::receive).completion();
    }

    /** Runs jobs unordered, so that all workers of the pool are used. */
    private void receive(Message<Buffer> message) {
        vertx.executeBlocking(() -> draw(message), false)
                .onSuccess(body -> message.reply(body, LocalCodec.options()))
                .onFailure(failure -> fail(message, failure));
    }

    private StoredBody draw(Message<Buffer> message) throws Exception {
        IdlePriority.ensure();
        PdfTemplate template = templates.get(message.headers().get(TEMPLATE));
        if (template == null) {
            throw new IllegalArgumentException(
                    "no template " + message.headers().get(TEMPLATE));
        }
        Duration limit = Duration.ofMillis(Long.parseLong(message.headers().get(LIMIT_MILLIS)));
        RenderContext idle = idleContexts.poll();
        RenderContext context = idle == null ? new RenderContext(typefaces) : idle;
        context.begin(message.headers().get(DIGEST), limit, throttle);
        try (PdfOutput out = new PdfOutput()) {
            template.render(Json.read(message.body()), context, out);
            idleContexts.add(context);
            return out.finish();
        }
    }

    private static void fail(Message<Buffer> message, Throwable failure) {
        if (failure instanceof CancellationException) {
            message.fail(TRANSIENT, failure.getMessage());
        } else if (failure instanceof PdfOutput.FileFailure) {
            LOG.warn("Writing a large PDF to a temporary file failed", failure);
            message.fail(TRANSIENT, failure.getMessage());
        } else {
            LOG.error("Rendering {} failed", message.headers().get(TEMPLATE), failure);
            message.fail(DEFECT, failure.toString());
        }
    }
}
