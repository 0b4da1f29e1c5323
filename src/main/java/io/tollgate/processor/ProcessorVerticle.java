package io.tollgate.processor;

import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.ProcessorFailure.Kind;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the processor on a dedicated worker pool. */
public final class ProcessorVerticle extends VerticleBase {
    static final String ADDRESS = "tollgate.processor";
    static final String CALL = "call";
    static final String KEY = "key";
    static final String LIMIT_MILLIS = "limitMillis";
    static final int DEFECT = 100;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessorVerticle.class);

    private final AccountKeys keys;
    private final Addresses places;

    /**
     * The processor's URLs and connect timeout.
     *
     * @param simulatorUrl for accounts of the embedded simulator
     * @param url for all other accounts
     */
    public record Addresses(String simulatorUrl, String url, int connectTimeoutMillis) {}

    private ProcessorVerticle(AccountKeys keys, Addresses places) {
        this.keys = keys;
        this.places = places;
    }

    /** Deploys the workers. */
    public static Future<String> deploy(Vertx vertx, int workers, AccountKeys keys, Addresses places) {
        DeploymentOptions options = new DeploymentOptions()
                .setThreadingModel(ThreadingModel.WORKER)
                .setWorkerPoolName("processor")
                .setWorkerPoolSize(workers);
        return vertx.deployVerticle(new ProcessorVerticle(keys, places), options);
    }

    @Override
    public Future<?> start() {
        return vertx.eventBus().consumer(ADDRESS, this::receive).completion();
    }

    /** Runs calls unordered, so that all threads of the pool are used. */
    private void receive(Message<JsonObject> message) {
        long received = System.nanoTime();
        vertx.executeBlocking(() -> call(message, received), false)
                .onSuccess(message::reply)
                .onFailure(failure -> fail(message, failure));
    }

    private JsonObject call(Message<JsonObject> message, long received) {
        int limit = Integer.parseInt(message.headers().get(LIMIT_MILLIS));
        int left = limit - (int) ((System.nanoTime() - received) / 1_000_000);
        if (left <= 0) {
            throw new ProcessorFailure(Kind.NOT_SENT, "the deadline of the call has passed", Duration.ofSeconds(1));
        }
        JsonObject body = message.body();
        Scope scope = new Scope(body.getString("sellerId"), body.getBoolean("livemode"));
        String secretKey = keys.open(scope, body.getBinary("sealedKey"));
        String url = body.getBoolean("simulated") ? places.simulatorUrl() : places.url();
        Processor processor = new StripeProcessor(url, secretKey, places.connectTimeoutMillis(), left);
        ProcessorCall call = ProcessorCall.valueOf(message.headers().get(CALL));
        return call.on(processor, body.getJsonObject("terms"), message.headers().get(KEY));
    }

    private static void fail(Message<JsonObject> message, Throwable failure) {
        if (failure instanceof ProcessorFailure known) {
            JsonObject told = new JsonObject()
                    .put("message", known.getMessage())
                    .put("retryAfterSeconds", known.retryAfter().toSeconds());
            message.fail(known.kind().ordinal(), told.encode());
        } else {
            LOG.error("The processor call {} failed", message.headers().get(CALL), failure);
            message.fail(DEFECT, failure.toString());
        }
    }
}
