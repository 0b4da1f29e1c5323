package io.tollgate.loadtest;

import io.tollgate.loadtest.buyers.Buyers;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.engine.Engine;
import io.tollgate.loadtest.engine.Load;
import io.tollgate.loadtest.engine.Profile;
import io.tollgate.loadtest.measure.Tally;
import io.tollgate.loadtest.pdf.Downloads;
import io.tollgate.loadtest.reads.Reads;
import io.tollgate.loadtest.target.Target;
import io.tollgate.loadtest.writes.Writes;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One load on one gateway: prepared, run, counted up, told. */
final class Run {
    private static final int SHOWN_MAX = 20;

    private final Target target;
    private final Scenario scenario;
    private final Profile profile;
    private final long seed;
    private final boolean live;
    private final PrintStream out;

    /** @param live whether to write in live mode */
    Run(Target target, Scenario scenario, Profile profile, long seed, boolean live, PrintStream out) {
        this.target = target;
        this.scenario = scenario;
        this.profile = profile;
        this.seed = seed;
        this.live = live;
        this.out = out;
    }

    /**
     * Does all of it.
     *
     * @param reports folder in which this run gets one of its own
     * @param examination asks the gateway's doctor afterwards; gives its faults
     */
    Verdict go(Path reports, Supplier<List<String>> examination) {
        Client client = new Client(target.url(), target.keys());
        Call.Caller writer = live ? Call.Caller.LIVE_KEY : Call.Caller.TEST_KEY;
        try (Downloads downloads = new Downloads(target.url(), target.keys(), writer, seed + 2)) {
            List<Part> parts = parts(downloads, writer);
            for (Part part : parts) {
                part.prepare(client);
            }
            Tally tally = new Tally();
            Load load = new Load(
                    scenario.name(),
                    target.url(),
                    downloads.url(),
                    target.keys(),
                    profile,
                    new Mix(parts, scenario, seed),
                    tally);
            Path report;
            try (Progress progress = new Progress(out, System.console() != null, tally)) {
                progress.begin();
                report = Engine.run(load, reports);
            }
            List<String> faults = conclude(parts, client);
            faults.addAll(examination.get());
            faults.addAll(Secrets.in(report, target.keys().all()));
            faults.addAll(
                    Secrets.in(reports.resolve(Engine.CONSOLE), target.keys().all()));
            tell(tally, faults);
            out.println("Report: " + report.resolve("index.html"));
            return new Verdict(scenario, profile, tally, faults);
        }
    }

    private List<Part> parts(Downloads downloads, Call.Caller writer) {
        Call.Caller reader = target.keys().has(Call.Caller.LIVE_KEY) ? Call.Caller.LIVE_KEY : Call.Caller.TEST_KEY;
        List<Part> parts = new ArrayList<>();
        if (scenario.has("reads")) {
            parts.add(new Reads(reader, seed + 1, System.currentTimeMillis() / 1_000));
        }
        if (scenario.has("pdf")) {
            parts.add(downloads);
        }
        if (scenario.has("writes")) {
            parts.add(new Writes(writer, seed + 3, target.isOwn()));
        }
        if (scenario.has("buyers")) {
            // On a gateway of its own, buyers pay; test orders are complete without a payment.
            boolean pays = live || target.isOwn();
            parts.add(new Buyers(pays ? Call.Caller.LIVE_KEY : Call.Caller.TEST_KEY, seed + 4));
        }
        if (scenario.has("funnels")) {
            boolean pays = live || target.isOwn();
            parts.add(Buyers.withOffer(pays ? Call.Caller.LIVE_KEY : Call.Caller.TEST_KEY, seed + 5));
        }
        return parts;
    }

    private List<String> conclude(List<Part> parts, Client client) {
        List<String> faults = new ArrayList<>();
        for (Part part : parts) {
            List<String> notes = new ArrayList<>();
            try {
                Part.Conclusion conclusion = part.conclude(client);
                faults.addAll(conclusion.faults());
                notes.addAll(conclusion.notes());
            } catch (Fault fault) {
                faults.add("counting up the " + part.name() + ": " + fault.getMessage());
            }
            out.println(part.name());
            part.claims().lines().forEach(out::println);
            notes.forEach(note -> out.println("  " + note));
        }
        return faults;
    }

    private void tell(Tally tally, List<String> faults) {
        List<String> all = new ArrayList<>(tally.faults());
        faults.forEach(fault -> all.add("after the load: " + fault));
        all.stream().limit(SHOWN_MAX).forEach(fault -> out.println("  " + fault));
        if (all.size() > SHOWN_MAX) {
            out.println("  and %d more kinds".formatted(all.size() - SHOWN_MAX));
        }
    }
}
