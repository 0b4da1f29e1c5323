package io.tollgate.loadtest;

import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.call.Keys;
import io.tollgate.loadtest.engine.Profile;
import io.tollgate.loadtest.target.Address;
import io.tollgate.loadtest.target.OwnGateway;
import io.tollgate.loadtest.target.Target;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command. Its help is that of the script, which says more. */
@Command(name = "loadtest", description = "Put a gateway under load and hold its answers to what they should be.")
final class LoadtestCommand implements Callable<Integer> {
    private static final int FAILED = 1;
    static final int BAD_USAGE = 2;
    private static final long RECORDS_MAX = 5_000_000;
    private static final int RATE = 50;

    private final PrintStream out;
    private final PrintStream err;

    @Option(names = "--url")
    private @Nullable String url;

    @Option(names = "--keys-file")
    private @Nullable Path keysFile;

    @Option(names = "--yes-i-own-it")
    private boolean owned;

    @Option(names = "--live")
    private boolean live;

    @Option(names = "--scenario", defaultValue = "mixed")
    private Scenario scenario = Scenario.mixed;

    @Option(names = "--rate")
    private @Nullable Integer rate;

    @Option(names = "--users")
    private @Nullable Integer users;

    @Option(names = "--duration", defaultValue = "60")
    private String duration = "";

    @Option(names = "--records", defaultValue = "20000")
    private long records;

    @Option(names = "--seed", defaultValue = "1")
    private long seed;

    @Option(names = "--report", required = true)
    private Path report = Path.of("");

    @Option(names = "--scripts", required = true, description = "Folder of the commands of the gateway.")
    private Path scripts = Path.of("");

    LoadtestCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        Profile profile;
        Target foreign;
        try {
            profile = profile();
            if (records < 1 || records > RECORDS_MAX) {
                throw new IllegalArgumentException("--records must be 1 to " + RECORDS_MAX);
            }
            foreign = foreign();
        } catch (IllegalArgumentException refused) {
            err.println("loadtest: " + refused.getMessage());
            return BAD_USAGE;
        }
        try {
            return foreign == null ? onOwn(profile) : on(foreign, profile, List::of);
        } catch (Fault | IllegalStateException failed) {
            err.println("loadtest: " + failed.getMessage());
            return FAILED;
        }
    }

    /** A 0 is not the same as nothing: who asks for it is told that it cannot be had. */
    private Profile profile() {
        if (rate != null && rate == 0 || users != null && users == 0) {
            throw new IllegalArgumentException("--rate and --users must be positive");
        }
        int arrivals = rate == null ? 0 : rate;
        int callers = users == null ? 0 : users;
        return Profile.of(rate == null && users == null ? RATE : arrivals, callers, seconds(duration));
    }

    /** Reads a number of seconds, or a number with the unit s, m or h, such as 30s or 5m. */
    static Duration seconds(String text) {
        var matcher = Pattern.compile("([0-9]{1,6})([smh]?)").matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "--duration must be seconds, or a number with a unit, such as 30s or 5m");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofSeconds(number);
        };
    }

    /** The gateway that the user named, or null where one is to be started. */
    private @Nullable Target foreign() {
        if (url == null && keysFile == null) {
            return null;
        }
        if (url == null || keysFile == null) {
            throw new IllegalArgumentException("--url and --keys-file go together");
        }
        Target target = new Target(Address.checked(url, owned), Keys.read(keysFile), false);
        Call.Caller writer = live ? Call.Caller.LIVE_KEY : Call.Caller.TEST_KEY;
        if (scenario != Scenario.reads && !target.keys().has(writer)) {
            throw new IllegalArgumentException(
                    live
                            ? "--live needs a live key in " + keysFile
                            : "writes need a test key in %s, or --live to write with the live one".formatted(keysFile));
        }
        return target;
    }

    private int onOwn(Profile profile) {
        try (OwnGateway own = OwnGateway.in(scripts, out::println)) {
            // Also when a signal ends the run.
            Runtime.getRuntime().addShutdownHook(new Thread(own::close, "remove-gateway"));
            Target target = own.start(records, seed);
            String before = own.footprint();
            return on(target, profile, () -> {
                out.println("gateway: " + before + " before the load, " + own.footprint() + " after it");
                return scenario.writes() ? own.examine() : List.of();
            });
        }
    }

    private int on(Target target, Profile profile, Supplier<List<String>> examination) {
        boolean writes = scenario != Scenario.reads;
        out.println("%s on %s%s"
                .formatted(
                        scenario,
                        target.url(),
                        !writes
                                ? ""
                                : live
                                        ? "; WRITES IN LIVE MODE: real bookings, customers and attendees"
                                        : "; writes with the test key only"));
        Verdict verdict = new Run(target, scenario, profile, seed, live, out).go(report, examination);
        out.println(verdict.line());
        return verdict.passed() ? 0 : FAILED;
    }
}
