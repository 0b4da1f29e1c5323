package io.tollgate;

import io.tollgate.server.Metrics;

/** Publishes the state of the workers that all event loops share. */
final class WorkerMetrics {
    private WorkerMetrics() {}

    static void show(Metrics metrics, ApiVerticle.Shared shared) {
        Config config = shared.config();
        metrics.gauge("tollgate.pdf.jobs", "PDFs that are drawn or wait to be.", shared.pdf()::pending);
        metrics.gauge(
                "tollgate.pdf.jobs.max",
                "How many of these there may be; more get a 503.",
                () -> config.pdf().workers() + config.pdf().queueMax());
        metrics.gauge(
                "tollgate.processor.calls",
                "Calls to the payment processor that run or wait.",
                shared.processor()::pending);
        metrics.gauge(
                "tollgate.processor.calls.max",
                "How many of these there may be; more get a 503.",
                () -> config.processor().workers() + config.processor().queueMax());
        metrics.gauge(
                "tollgate.processor.breaker.open",
                "1 while the payment processor is left alone because it has been failing.",
                () -> shared.processor().isLeftAlone() ? 1 : 0);
        if (shared.certificates() != null) {
            metrics.showCertificates(shared.certificates());
        }
    }
}
