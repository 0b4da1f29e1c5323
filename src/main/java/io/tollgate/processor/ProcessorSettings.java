package io.tollgate.processor;

import io.tollgate.platform.config.ConstrainedSettings;
import io.tollgate.platform.config.Setting;
import java.util.List;
import java.util.regex.Pattern;

/** The URL, workers and timeouts of the payment processor. */
public record ProcessorSettings(
        @Setting(
                schemes = {"http", "https"},
                description = "Base URL of the payment processor for accounts outside the simulator. Empty:" + " `"
                        + STRIPE + "`.")
        String url,

        @Setting(defaultValue = "true", description = "Run the payment processor simulator on its own port.")
        boolean simulator,

        @Setting(
                defaultValue = "127.0.0.1",
                description = "Address that the simulator listens on. Buyers' browsers load its card form.")
        String simulatorHost,

        @Setting(defaultValue = "0", max = 65_535, description = "Port of the simulator. 0: any free port.")
        int simulatorPort,

        @Setting(
                schemes = {"http", "https"},
                description =
                        "Base URL at which buyers' browsers reach the simulator. Empty:" + " `http://localhost:PORT`.")
        String simulatorUrl,

        @Setting(
                path = true,
                description =
                        "File with the faults that the simulator injects. Empty: none, besides those that requests"
                                + " name.")
        String simulatorScenario,

        @Setting(
                defaultValue = "300",
                min = 1,
                max = 86_400,
                description = "Maximum age of an event of the processor, by its signature, in seconds.")
        int eventToleranceSeconds,

        @Setting(
                defaultValue = "50",
                min = 1,
                max = 1_000_000,
                description = "Sustained events per second of one processor account, and invalid ones of one network"
                        + " address. Bursts are 20 times as large.")
        int eventsPerSecond,

        @Setting(
                defaultValue = "30",
                min = 1,
                max = 3650,
                description = "Days after which an applied event of the processor is deleted.")
        int eventDays,

        @Setting(
                defaultValue = "8",
                min = 1,
                max = 1024,
                description =
                        "Maximum number of concurrent calls to the payment processor. One seller has at most three"
                                + " quarters of them, and of the calls that wait.")
        int workers,

        @Setting(
                defaultValue = "100",
                min = 1,
                max = 100_000,
                description = "Maximum number of calls that wait to run; further ones get a 503.")
        int queueMax,

        @Setting(
                defaultValue = "2000",
                min = 1,
                max = 60_000,
                description = "Maximum wait for a connection to the processor.")
        int connectTimeoutMillis,

        @Setting(
                defaultValue = "10000",
                min = 100,
                max = 45_000,
                description = "Maximum wait for the result of a call, including retries.")
        int callTimeoutMillis,

        @Setting(
                defaultValue = "3000",
                max = 60_000,
                description = "Minimum time between two questions to the processor about one order or subscription that"
                        + " pages of buyers ask, in milliseconds.")
        int questionPauseMillis,

        @Setting(
                defaultValue = "2000",
                min = 1,
                max = 60_000,
                description =
                        "Maximum wait of a page of buyers for the answer to such a question. Then the page is shown"
                                + " without it, and loads itself again.")
        int questionWaitMillis,

        @Setting(
                defaultValue = "10",
                min = 1,
                max = 1000,
                description = "Failures within 10 s after which the circuit breaker rejects calls to the processor.")
        int breakerFailures,

        @Setting(
                defaultValue = "10000",
                min = 1,
                max = 60_000,
                description = "How long the circuit breaker stays open.")
        int breakerResetMillis)
        implements ConstrainedSettings {
    private static final String STRIPE = "https://api.stripe.com";
    private static final Pattern SAFE = Pattern.compile("https://.*|http://(?:127\\.0\\.0\\.1|localhost)(?:[:/].*)?");

    public ProcessorSettings {
        url = url.isEmpty() ? STRIPE : url;
    }

    @Override
    public List<String> problems() {
        return SAFE.matcher(url).matches()
                ? List.of()
                : List.of("processor.url: must be https, since it receives secret keys; http is allowed only on"
                        + " loopback");
    }

    /** Returns the base URL at which browsers reach the simulator on this port, without a trailing slash. */
    public String simulatorUrlOn(int port) {
        return (simulatorUrl.isEmpty() ? "http://localhost:" + port : simulatorUrl).replaceAll("/+$", "");
    }

    /** Returns the base URL at which this process reaches the simulator. */
    public String internalSimulatorUrl(int port) {
        boolean everywhere = simulatorHost.equals("0.0.0.0") || simulatorHost.equals("::");
        return "http://" + (everywhere ? "127.0.0.1" : simulatorHost) + ":" + port;
    }

    /** Returns the maximum number of calls that run or wait. */
    public int callsMax() {
        return workers + queueMax;
    }
}
