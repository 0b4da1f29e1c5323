package io.tollgate.simulation;

import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One scenario: buyers and a seller, events, due tasks, faults and time, in an order that depends on the seed only. One
 * thing happens at a time. A request can be late: it waits at the processor while other things happen.
 */
final class ScenarioRun implements AutoCloseable {
    private static final int STEPS_MAX = 60;

    /** The steps of the months in which subscriptions are charged. */
    private static final int MONTHS_STEPS = 30;

    private static final Pattern DEFECT = Pattern.compile(".* 500(, again)?");
    private static final Duration[] JUMPS = {
        Duration.ofSeconds(11),
        Duration.ofSeconds(31),
        Duration.ofMinutes(5),
        Duration.ofMinutes(16),
        Duration.ofHours(1)
    };

    private final Lane lane;
    private final long seed;
    private final SplittableRandom random;
    private final Trace trace;
    private final Lane.Seller seller;
    private final Sale sale;
    private final SimulatedSeller actions;
    private final Background background;
    private final FaultChoice faults;
    private final List<SimulatedBuyer> buyers = new ArrayList<>();
    private Node node;
    private @Nullable Node tapped;
    private @Nullable Flight flight;

    /** A request that waits at the processor. */
    private record Flight(Node node, CompletableFuture<@Nullable Shown> response, Actor actor) {}

    ScenarioRun(Lane lane, long seed) {
        this.lane = lane;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        lane.clock().reset();
        lane.clock().advance(Duration.ofHours(random.nextInt(24 * 300)));
        this.trace = new Trace(lane.clock());
        this.seller = lane.seller();
        this.sale = Sale.open(api(lane.node()), seller.name(), random);
        this.node = lane.node();
        if (random.nextInt(6) == 0) {
            tapped = lane.tappedNode();
            node = tapped;
        }
        this.faults = new FaultChoice(random);
        this.actions = new SimulatedSeller(seller, sale, trace, lane.clock(), random);
        this.background = new Background(lane, seller.rows(), trace);
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            buyers.add(new SimulatedBuyer(i, sale, random));
        }
    }

    private TestApi api(Node of) {
        return new TestApi(of.url(), seller.key());
    }

    long seed() {
        return seed;
    }

    Trace trace() {
        return trace;
    }

    SellerRows rows() {
        return seller.rows();
    }

    Sale sale() {
        return sale;
    }

    /** Runs the scenario until everything has ended that has an end. */
    ScenarioRun run() {
        trace.add("seed " + seed + ", " + buyers + (tapped == null ? "" : ", database faults"));
        for (int i = 0; i < STEPS_MAX && !hasEnded(); i++) {
            lane.clock().advance(Duration.ofSeconds(1));
            step();
            replaceDeadNode();
        }
        land();
        for (int i = 0; i < MONTHS_STEPS && sale.recurs(); i++) {
            lane.clock().advance(Duration.ofSeconds(1));
            later();
            replaceDeadNode();
        }
        land();
        background.finish(node, sale, random);
        sale.endAt(lane.clock().now());
        Summary.of(seller.rows()).forEach(trace::add);
        return this;
    }

    private boolean hasEnded() {
        return flight == null && buyers.stream().allMatch(buyer -> buyer.stage() == SimulatedBuyer.Stage.DONE);
    }

    private void step() {
        int choice = random.nextInt(20);
        if (choice < 11) {
            buyer();
        } else if (choice < 13) {
            deliver();
        } else if (choice < 16) {
            runTask();
        } else if (choice < 17) {
            if (random.nextInt(3) > 0) {
                actions.refund(node, faults);
            } else {
                cancel();
            }
        } else if (choice < 19) {
            Duration jump = JUMPS[random.nextInt(JUMPS.length)];
            lane.clock().advance(jump);
            trace.add("time passes: " + jump);
            background.bill();
        } else {
            land();
        }
    }

    /** Does one thing of the months after the orders. */
    private void later() {
        int choice = random.nextInt(12);
        if (choice < 4) {
            background.passDays(random);
        } else if (choice < 7) {
            deliver();
        } else if (choice < 9) {
            runTask();
        } else if (choice < 10) {
            land();
        } else if (choice < 11) {
            actions.refund(node, faults);
        } else {
            cancel();
        }
    }

    private void deliver() {
        faults.arm(node);
        background.deliver(node, random);
        node.disarm();
    }

    private void runTask() {
        faults.arm(node);
        background.runOneTask(node, random);
        node.disarm();
    }

    private void cancel() {
        RequestedCancellation next = flight == null ? actions.cancellation(node) : null;
        if (next != null && request(next)) {
            trace.add(next + " is late");
        }
    }

    /** Lets the late request continue, and waits for its response. */
    private void land() {
        Flight late = flight;
        if (late == null) {
            return;
        }
        flight = null;
        late.node().calls().releaseLate();
        trace.add("late: " + late.actor() + " " + late.actor().receive(join(late.response())));
    }

    private void buyer() {
        List<SimulatedBuyer> ready = buyers.stream()
                .filter(buyer -> buyer.stage() != SimulatedBuyer.Stage.DONE)
                .filter(buyer -> flight == null || flight.actor() != buyer)
                .toList();
        if (ready.isEmpty()) {
            land();
            return;
        }
        SimulatedBuyer buyer = ready.get(random.nextInt(ready.size()));
        if (buyer.clicksTwice() && flight == null) {
            clickTwice(buyer);
            return;
        }
        String stage = buyer.stage().toString();
        if (request(buyer)) {
            trace.add(buyer + " " + stage + " is late");
        }
    }

    /** Sends a request with at most one fault. Returns whether it is late. */
    private boolean request(Actor actor) {
        if (flight == null && random.nextInt(8) == 0) {
            return begin(actor);
        }
        faults.arm(node);
        trace.add(actor + " " + actor.receive(join(supply(actor))));
        node.disarm();
        return false;
    }

    /** Begins a request that may become late. Returns whether it did. */
    private boolean begin(Actor actor) {
        Node at = node;
        at.calls().armLate(faults.late(), random.nextInt(2));
        CompletableFuture<Void> reached = at.calls().reached();
        CompletableFuture<@Nullable Shown> response = supply(actor);
        CompletableFuture.anyOf(reached, response.exceptionally(lost -> null)).join();
        if (reached.isDone()) {
            flight = new Flight(at, response, actor);
            return true;
        }
        at.disarm();
        trace.add(actor + " " + actor.receive(join(response)));
        return false;
    }

    /** Accepts an offer in two windows: the second click arrives while the first waits for the processor. */
    private void clickTwice(SimulatedBuyer buyer) {
        if (!begin(buyer)) {
            return;
        }
        Shown second = join(supply(buyer));
        trace.add(buyer + " clicks again: " + (second == null ? "without a response" : second.status()));
        land();
    }

    private CompletableFuture<@Nullable Shown> supply(Actor actor) {
        String url = node.url();
        return CompletableFuture.supplyAsync(() -> actor.send(url, lane.browser()));
    }

    private static @Nullable Shown join(CompletableFuture<@Nullable Shown> response) {
        try {
            return response.join();
        } catch (CompletionException lost) {
            return null;
        }
    }

    /** Lets another gateway continue after one was killed. Late requests of the killed one end without a response. */
    private void replaceDeadNode() {
        if (node.isDead()) {
            trace.add("the gateway was killed");
            node = lane.node();
            land();
        }
    }

    /** Returns what contradicts an invariant. */
    List<String> violations() {
        List<String> violations = new ArrayList<>();
        for (Invariant invariant : Invariant.values()) {
            invariant.violations(seller.rows(), sale).forEach(row -> violations.add(invariant + ": " + row));
        }
        // A fault is an outage, which asks to try again. 500 is a defect.
        trace.lines().stream()
                .filter(line -> DEFECT.matcher(line).matches())
                .forEach(line -> violations.add("status 500: " + line));
        return violations;
    }

    @Override
    public void close() {
        Node started = tapped;
        if (started != null) {
            CompletableFuture.runAsync(started::close);
        }
    }
}
