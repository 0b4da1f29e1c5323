package io.tollgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.pricing.Proportion;
import io.tollgate.processor.CallFaults.Fault;
import io.tollgate.processor.ProcessorAccount;
import io.tollgate.support.Buyer;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.SignedEvent;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A subscription is renewed at each step of a request that changes it. What is paid is exact to the cent. */
class RenewalRaceTest {
    private static final String VISA = "4242424242424242";
    private static final String DECLINED_LATER = "4000000000007403";
    private static final long PRICE = 1_000;
    private static final Duration AFTER_RENEWAL = Duration.ofSeconds(5);
    private static final Duration DAY = Duration.ofDays(1);

    private static final String PENDING =
            "SELECT id, body FROM simulated_event WHERE :own AND status = 'PENDING'" + " ORDER BY created_at, id";
    private static final String PAID =
            "SELECT coalesce(sum((convert_from(record, 'UTF8')::jsonb ->> 'amount')::bigint),"
                    + " 0) FROM subscription_payment WHERE :own AND paid";
    private static final String CHARGED = "SELECT coalesce(sum((object ->> 'amount_paid')::bigint), 0)"
            + " FROM simulated_object WHERE :own AND kind = 'invoice' AND object ->> 'status' = 'paid'";
    private static final String CHANGES = "SELECT extract(epoch FROM applied_at)::bigint, amount, prorated"
            + " FROM subscription_update WHERE :own ORDER BY number";
    private static final String WAITING = "SELECT coalesce(object ->> 'simulator_pending', '[]') FROM simulated_object"
            + " WHERE :own AND kind = 'subscription'";

    private static Lane lane;

    /** When the renewal happens: at which call of the request, and on which side of it. */
    enum Moment {
        BEFORE_REQUEST(-1, null),
        BEFORE_FIRST_CALL(0, Fault.REQUEST_LATE),
        AFTER_FIRST_CALL(0, Fault.RESPONSE_LATE),
        BEFORE_SECOND_CALL(1, Fault.REQUEST_LATE),
        AFTER_SECOND_CALL(1, Fault.RESPONSE_LATE),
        AFTER_REQUEST(-1, null);

        private final int call;
        private final @Nullable Fault fault;

        Moment(int call, @Nullable Fault fault) {
            this.call = call;
            this.fault = fault;
        }
    }

    /**
     * One of the races.
     *
     * @param reported whether the record follows the renewal at once
     */
    private record Race(Moment moment, String terms, String proration, boolean reported) {
        /** Much of the period is left, so that a wrong difference shows, or too little for a charge. */
        Duration ahead() {
            return reported ? Duration.ofSeconds(5) : Duration.ofDays(10);
        }
    }

    /** The subscription of one race. */
    private static final class Sold {
        final Lane.Seller seller = lane.seller();
        final TestApi api = new TestApi(lane.node().url(), seller.key());
        final Instant start;
        final Instant end;

        Sold(String terms, String card) {
            // The card expires, if the races follow each other.
            lane.clock().reset();
            String body = "{'name': 'Box', 'productData': {'title': 'Box', 'prices': [{'currency': 'eur', 'amount': "
                    + PRICE + ", 'recurring': {'interval': 'month', 'intervalCount': 1" + terms + "}}]}}";
            JsonNode page = api.post("/v1/checkout-pages", body.replace('\'', '"'))
                    .expect(201)
                    .json()
                    .get("data");
            Buyer ada = lane.browser().with(lane.node().url(), "ada@example.com");
            Shown order = ada.order(
                            "/s/" + seller.name() + "/" + page.get("slug").textValue())
                    .expect(303);
            assertThat(ada.pay(order.path(), card)).isEqualTo("succeeded");
            assertThat(ada.comeBack(order.path()).html()).contains("Thank you");
            report();
            start = Instant.parse(record().get("currentPeriodStart").textValue());
            end = Instant.parse(record().get("currentPeriodEnd").textValue());
        }

        JsonNode record() {
            return api.get("/v1/subscriptions").expect(200).json().at("/data/0");
        }

        Reply update(String body) {
            return api.post("/v1/subscriptions/" + record().get("id").textValue() + "/update", body.replace('\'', '"'));
        }

        /** Lets the processor do what is due. */
        void bill() {
            TestSeller.await(lane.accounts().catchUp(seller.scope()));
        }

        /** Delivers what the processor has to tell, and does what follows. */
        void report() {
            for (var event : seller.rows().rows(PENDING)) {
                new SignedEvent(seller.scope(), String.valueOf(event.get(1)), null)
                        .signedBy(lane.clock().now(), lane.webhookSecret(seller.scope()))
                        .sendTo(lane.node().url() + ProcessorAccount.eventPath(seller.scope()));
                seller.rows()
                        .run("UPDATE simulated_event SET status = 'DELIVERED' WHERE :own AND id = '" + event.get(0)
                                + "'");
            }
            while (lane.node().gateway().runTasks(seller.scope())) {
                lane.clock().advance(Duration.ofMillis(1));
            }
        }

        void renew(boolean reported) {
            lane.clock().advanceTo(end.plus(AFTER_RENEWAL));
            bill();
            if (reported) {
                report();
            }
        }

        long number(String sql) {
            return Long.parseLong(seller.rows().value(sql));
        }

        /** Returns what is owed until now: for each period what was in force at its beginning, and the differences. */
        long owed() {
            var changes = seller.rows().rows(CHANGES);
            long owed = 0;
            long present = PRICE;
            int next = 0;
            long until = lane.clock().now().getEpochSecond();
            boolean trial = record().get("trialEnd").isTextual();
            Instant first = trial ? end : start;
            for (int period = trial ? -1 : 0; ; period++) {
                long from = period < 0 ? start.getEpochSecond() : month(first, period);
                long to = month(first, period + 1);
                if (from > until) {
                    return owed;
                }
                long held = present;
                owed += period < 0 ? 0 : present;
                for (; next < changes.size() && parsed(changes.get(next).get(0)) < to; next++) {
                    long amount = parsed(changes.get(next).get(1));
                    if ("t".equals(changes.get(next).get(2))) {
                        long rest = to - parsed(changes.get(next).get(0));
                        owed += Proportion.halfUp(amount, rest, to - from) - Proportion.halfUp(held, rest, to - from);
                        held = amount;
                    }
                    present = amount;
                }
            }
        }

        private static long parsed(@Nullable String text) {
            return Long.parseLong(String.valueOf(text));
        }

        private static long month(Instant first, int months) {
            return first.atOffset(ZoneOffset.UTC).plusMonths(months).toEpochSecond();
        }
    }

    @BeforeAll
    static void start() {
        lane = new Lane(TestDatabase.url());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    private static List<Race> races(Moment moment) {
        return Stream.of("", ", 'trialPeriodDays': 20")
                .flatMap(terms -> Stream.of("charge", "credit_next", "none")
                        .flatMap(proration ->
                                Stream.of(true, false).map(reported -> new Race(moment, terms, proration, reported))))
                .toList();
    }

    /** Sends a change, with the renewal at the moment of the race. */
    private static Reply change(Sold sold, Moment moment, String body, boolean reported) {
        if (moment == Moment.BEFORE_REQUEST) {
            sold.renew(reported);
        }
        if (moment.fault == null) {
            return sold.update(body);
        }
        CallPlan calls = lane.node().calls();
        calls.armLate(Objects.requireNonNull(moment.fault), moment.call);
        CompletableFuture<Void> reached = calls.reached();
        CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(() -> sold.update(body));
        CompletableFuture.anyOf(reached, reply).join();
        calls.disarm();
        if (reached.isDone()) {
            sold.renew(reported);
            calls.releaseLate();
        }
        return reply.join();
    }

    @ParameterizedTest
    @EnumSource
    void everyCentIsOwed(Moment moment) {
        SoftAssertions all = new SoftAssertions();
        for (Race race : races(moment)) {
            Sold sold = new Sold(race.terms(), VISA);
            lane.clock().advanceTo(sold.end.minus(race.ahead()));
            Reply reply =
                    change(sold, moment, "{'quantity': 3, 'proration': '" + race.proration() + "'}", race.reported());
            all.assertThat(reply.status()).as("%s %s", race, reply.body()).isIn(200, 409);
            sold.renew(true);
            all.assertThat(sold.record().get("quantity").longValue())
                    .as("%s", race)
                    .isEqualTo(reply.status() == 200 ? 3 : 1);
            lane.clock().advance(DAY);
            all.assertThat(sold.number(PAID)).as("%s", race).isEqualTo(sold.number(CHARGED));
            if (sold.update("{'quantity': 2, 'proration': 'credit_next'}").status() == 400) {
                all.assertThat(sold.update("{'quantity': 2, 'proration': 'none'}")
                                .status())
                        .as("%s", race)
                        .isEqualTo(200);
            }
            for (int month = 0; month < 3; month++) {
                lane.clock().advance(Duration.ofDays(31));
                sold.bill();
                sold.report();
            }
            all.assertThat(sold.record().get("amount").longValue())
                    .as("%s", race)
                    .isEqualTo(2 * PRICE);
            all.assertThat(sold.number(PAID))
                    .as("%s", race)
                    .isEqualTo(sold.owed())
                    .isEqualTo(sold.number(CHARGED));
        }
        all.assertAll();
    }

    /** What was not paid is not credited. */
    @ParameterizedTest
    @EnumSource(
            value = Moment.class,
            names = {"BEFORE_REQUEST", "BEFORE_FIRST_CALL", "AFTER_FIRST_CALL", "BEFORE_SECOND_CALL"})
    void declinedRenewalChangesNothing(Moment moment) {
        for (Race race : races(moment)) {
            if (!race.terms().isEmpty() || race.proration().equals("charge")) {
                continue;
            }
            Sold sold = new Sold(race.terms(), DECLINED_LATER);
            lane.clock().advanceTo(sold.end.minus(race.ahead()));
            Reply reply =
                    change(sold, moment, "{'quantity': 3, 'proration': '" + race.proration() + "'}", race.reported());
            assertThat(reply.status()).as("%s %s", race, reply.body()).isIn(400, 409);
            sold.renew(true);
            assertThat(sold.record().get("status").textValue()).isEqualTo("past_due");
            assertThat(sold.record().get("quantity").longValue()).as("%s", race).isEqualTo(1);
            assertThat(sold.seller.rows().value(WAITING)).as("%s", race).isEqualTo("[]");
            assertThat(sold.number(PAID)).isEqualTo(PRICE);
        }
    }
}
