package io.tollgate.processor;

import io.tollgate.platform.bus.LocalCodec;
import io.tollgate.processor.ProcessorCall.Outcome;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the processor on a dedicated worker pool. */
public final class ProcessorVerticle extends VerticleBase {
    static final String ADDRESS = "tollgate.processor";

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
    private void receive(Message<ProcessorCall<Object>> message) {
        ProcessorCall<Object> call = message.body();
        vertx.executeBlocking(() -> call.work().apply(processor(call)), false)
                .onComplete(
                        result -> message.reply(new Outcome<>(result, null), LocalCodec.options()),
                        failure -> message.reply(new Outcome<>(null, known(call, failure)), LocalCodec.options()));
    }

    private Processor processor(ProcessorCall<?> call) {
        int left = call.requireMillisLeft();
        ProcessorAccount account = call.account();
        String secretKey = keys.open(account.scope(), account.sealedKey().getBytes());
        String url = account.simulated() ? places.simulatorUrl() : places.url();
        return new StripeProcessor(url, secretKey, places.connectTimeoutMillis(), left);
    }

    private static RuntimeException known(ProcessorCall<?> call, Throwable failure) {
        if (failure instanceof ProcessorFailure known) {
            return known;
        }
        LOG.error("The processor call {} failed", call.operation(), failure);
        return new IllegalStateException("the processor call " + call.operation() + " failed", failure);
    }
}
