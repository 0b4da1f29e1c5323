package io.tollgate.loadtest.engine;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.constantConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.http.response.Response;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Attempt;
import io.tollgate.loadtest.call.Call;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A load as Gatling runs it: each arrival does one step. */
public final class LoadSimulation extends Simulation {
    /** Gatling makes its simulations itself, so what this one runs is left here for it. */
    static final AtomicReference<Load> NEXT = new AtomicReference<>();

    private static final Duration GRACE = Duration.ofSeconds(120);
    private static final String ATTEMPT = "attempt";

    private final Load load = Objects.requireNonNull(NEXT.get(), "no load to run");

    public LoadSimulation() {
        Profile profile = load.profile();
        setUp(arrivals(profile, scenario(load.name()).exec(arrival())).protocols(protocol()))
                .maxDuration(profile.rampUp().plus(profile.duration()).plus(GRACE));
    }

    private static PopulationBuilder arrivals(Profile profile, ScenarioBuilder scenario) {
        if (profile.isOpen()) {
            return scenario.injectOpen(
                    rampUsersPerSec(Math.min(1, profile.rate()))
                            .to(profile.rate())
                            .during(profile.rampUp()),
                    constantUsersPerSec(profile.rate()).during(profile.duration()));
        }
        return scenario.injectClosed(
                rampConcurrentUsers(1).to(profile.users()).during(profile.rampUp()),
                constantConcurrentUsers(profile.users()).during(profile.duration()));
    }

    /** Nothing is followed, cached, or called but what a step says. */
    private HttpProtocolBuilder protocol() {
        return http.baseUrl(load.url())
                .disableWarmUp()
                .disableCaching()
                .disableFollowRedirect()
                .disableUrlEncoding()
                .disableAutoReferer()
                .disableAutoOrigin()
                .shareConnections()
                .userAgentHeader("tollgate-loadtest");
    }

    private ChainBuilder arrival() {
        return exec(session -> {
                    Attempt attempt = load.arrival();
                    return attempt == null ? session : session.set(ATTEMPT, attempt);
                })
                .exec(doIf(session -> !session.contains(ATTEMPT)).then(pause(Duration.ofMillis(100))))
                .exec(asLongAs(session ->
                                session.contains(ATTEMPT) && attempt(session).isDue())
                        .on(
                                doIf(session -> !attempt(session).pause().isZero())
                                        .then(pause(session -> attempt(session).pause())),
                                send(),
                                exec(session -> {
                                    attempt(session).settle();
                                    return session.markAsSucceeded();
                                })));
    }

    private static Attempt attempt(Session session) {
        return Objects.requireNonNull(session.get(ATTEMPT));
    }

    private static Call call(Session session) {
        return attempt(session).step().call();
    }

    private ChainBuilder send() {
        return exec(doSwitch(LoadSimulation::kind)
                .on(
                        onCase("VISITOR GET")
                                .then(exec(visit(http(LoadSimulation::name)
                                        .get(session -> call(session).path())))),
                        onCase("VISITOR POST")
                                .then(exec(visit(form(http(LoadSimulation::name)
                                        .post(session -> call(session).path()))))),
                        onCase("PROCESSOR POST")
                                .then(exec(judged(form(http(LoadSimulation::name)
                                                .post(session -> call(session).path())))
                                        .header(
                                                "Authorization",
                                                session ->
                                                        call(session).headers().get("Authorization")))),
                        onCase("BUYER")
                                .then(exec(judged(http(LoadSimulation::name)
                                        .get(session ->
                                                load.sellerUrl() + call(session).path())))),
                        onCase("GET")
                                .then(exec(withKey(http(LoadSimulation::name)
                                        .get(session -> call(session).path())))),
                        onCase("POST")
                                .then(exec(write(http(LoadSimulation::name)
                                        .post(session -> call(session).path())))),
                        onCase("PATCH")
                                .then(exec(write(http(LoadSimulation::name)
                                        .patch(session -> call(session).path()))))));
    }

    private static String kind(Session session) {
        Call call = call(session);
        if (call.caller() == Call.Caller.BUYER) {
            return "BUYER";
        }
        return call.caller().hasKey() ? call.method() : call.caller() + " " + call.method();
    }

    /** A request of a hosted page, with the cookie that the visitor has; the first one has none of the gateway's. */
    private static HttpRequestActionBuilder visit(HttpRequestActionBuilder request) {
        return judged(request)
                .header("Cookie", session -> call(session).headers().getOrDefault("Cookie", "none=none"));
    }

    private static HttpRequestActionBuilder form(HttpRequestActionBuilder request) {
        return request.header("Content-Type", "application/x-www-form-urlencoded")
                .body(StringBody(session -> call(session).body()));
    }

    private static String name(Session session) {
        return attempt(session).step().name();
    }

    private HttpRequestActionBuilder write(HttpRequestActionBuilder request) {
        return withKey(request)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", session -> call(session).idempotencyKey())
                .body(StringBody(session -> call(session).body()));
    }

    private HttpRequestActionBuilder withKey(HttpRequestActionBuilder request) {
        return judged(request)
                .header(
                        "Authorization",
                        session -> "Bearer " + load.keys().of(call(session).caller()));
    }

    /** The step judges the answer; the check only carries its judgement into the report. */
    private static HttpRequestActionBuilder judged(HttpRequestActionBuilder request) {
        return request.transformResponse((response, session) -> {
                    attempt(session).received(answer(response));
                    return response;
                })
                .check(status().validate("answer", (code, session) -> {
                    attempt(session).throwFault();
                    return code;
                }));
    }

    private static Answer answer(Response response) {
        Map<String, String> headers = new HashMap<>();
        response.headers()
                .forEach(header -> headers.put(header.getKey().toLowerCase(java.util.Locale.ROOT), header.getValue()));
        return new Answer(
                response.status().code(),
                headers,
                response.body().bytes(),
                response.endTimestamp() - response.startTimestamp());
    }
}
