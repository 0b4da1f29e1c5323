package io.tollgate.simulator;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The simulator's script for hosted pages, and the frames that it opens. */
final class SimulatorPages {
    /** The frames load and call nothing outside the simulator. Any page may embed them, as with Stripe. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " base-uri 'none'; form-action 'none'";

    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String PAGE = "text/html; charset=utf-8";

    private SimulatorPages() {}

    static void mount(Router router) {
        serve(router, "/v3/", "stripe.js", SCRIPT);
        serve(router, "/elements/card", "card.html", PAGE);
        serve(router, "/elements/card.js", "card.js", SCRIPT);
        serve(router, "/elements/authenticate.js", "authenticate.js", SCRIPT);
        serve(router, "/elements/frame.css", "frame.css", "text/css; charset=utf-8");
        serve(router, "/authenticate", "authenticate.html", PAGE);
    }

    private static void serve(Router router, String path, String name, String type) {
        Buffer content = read(name);
        router.get(path)
                .handler(ctx -> ctx.response()
                        .putHeader("Content-Type", type)
                        .putHeader("Content-Security-Policy", POLICY)
                        .putHeader("X-Content-Type-Options", "nosniff")
                        .putHeader("Referrer-Policy", "no-referrer")
                        .putHeader("Cache-Control", "no-cache")
                        .end(content));
    }

    private static Buffer read(String name) {
        try (InputStream resource = SimulatorPages.class.getResourceAsStream("/simulator/" + name)) {
            if (resource == null) {
                throw new IllegalStateException("The resource simulator/" + name + " is missing");
            }
            return Buffer.buffer(resource.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
