package io.tollgate.app;

import io.tollgate.platform.server.Metrics;

/** Registers metrics of the workers that all event loops share. */
final class WorkerMetrics {
    private WorkerMetrics() {}

    static void show(Metrics metrics, ApiVerticle.SharedParts shared) {
        Config config = shared.config();
        metrics.gauge("tollgate.pdf.jobs", "PDFs that are being rendered or wait to be.", shared.pdf()::pending);
        metrics.gauge(
                "tollgate.pdf.jobs.max", "Maximum number of PDF jobs; further ones get a 503.", config.pdf()::jobsMax);
        metrics.gauge(
                "tollgate.processor.calls",
                "Calls to the payment processor that are running or waiting.",
                shared.processor()::pending);
        metrics.gauge(
                "tollgate.processor.calls.max",
                "Maximum number of processor calls; further ones get a 503.",
                config.processor()::callsMax);
        metrics.gauge(
                "tollgate.processor.breaker.open",
                "1 while the circuit breaker of the payment processor is open.",
                () -> shared.processor().isBreakerOpen() ? 1 : 0);
        if (shared.certificates() != null) {
            metrics.showCertificates(shared.certificates());
        }
    }
}
