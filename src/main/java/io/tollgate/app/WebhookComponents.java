package io.tollgate.app;

import io.tollgate.accounts.seller.TestKeys;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.webhook.AddressPolicy;
import io.tollgate.platform.webhook.DeliveryRoutes;
import io.tollgate.platform.webhook.WebhookRoutes;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.List;

/** Creates the endpoints of webhooks, which know the rule of test keys but not its class. */
final class WebhookComponents {
    private WebhookComponents() {}

    static DeliveryRoutes deliveries(LoopComponents loop) {
        return new DeliveryRoutes(
                loop.writes,
                loop.records,
                loop.database,
                loop.clock,
                loop.config.webhooks().kept());
    }

    /** @param types of all events */
    static WebhookRoutes routes(LoopComponents loop, List<String> types) {
        return new WebhookRoutes(
                loop.vertx,
                loop.writes,
                loop.shared.webhookSecrets,
                AddressPolicy.of(loop.config.webhooks()),
                types,
                new WebhookRoutes.TestKeyRule() {
                    @Override
                    public Future<Boolean> areLimited(WriteContext write) {
                        return TestKeys.areLimited(write);
                    }

                    @Override
                    public ApiError refusal(String reason) {
                        return TestKeys.refusal(reason);
                    }
                });
    }
}
