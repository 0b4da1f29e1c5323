package io.tollgate.simulator;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.config.WrongSetting;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The faults of a run, by kind of call and type of event. The fault of the n-th call of a kind depends on the seed, the
 * kind and n only, so that a run with the same calls has the same faults, in whatever order calls of different kinds
 * arrive. {@code src/docs/processor.md} documents the file.
 */
public final class Scenario {
    /** A scenario without faults. */
    public static final Scenario NONE = new Scenario(0, Map.of(), Map.of());

    private static final String SETTING = "processor.simulatorScenario: ";
    private static final String ANY = "*";
    private static final String NO_FAULT = "none";
    private static final String NORMAL = "normal";

    private final long seed;
    private final Map<String, Rule> calls;
    private final Map<String, Rule> events;
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

    /**
     * Faults of one kind: a list, used up one by one, or probabilities.
     *
     * @param list null if the rule has probabilities
     */
    private record Rule(@Nullable List<String> list, Map<String, Double> probabilities) {
        @Nullable
        String fault(long number, double random) {
            if (list != null) {
                return number < list.size() ? list.get((int) number) : null;
            }
            double sum = 0;
            for (Map.Entry<String, Double> one : probabilities.entrySet()) {
                sum += one.getValue();
                if (random < sum) {
                    return one.getKey();
                }
            }
            return null;
        }
    }

    private Scenario(long seed, Map<String, Rule> calls, Map<String, Rule> events) {
        this.seed = seed;
        this.calls = calls;
        this.events = events;
    }

    /** Reads a scenario from a file. An empty name denotes none. Blocks. */
    public static Scenario read(String file) {
        if (file.isEmpty()) {
            return NONE;
        }
        try {
            return parse(Files.readString(Path.of(file)));
        } catch (IOException unreadable) {
            throw new WrongSetting(SETTING + file + " cannot be read: " + StartRefused.reason(unreadable), unreadable);
        }
    }

    static Scenario parse(String text) {
        try {
            JsonObject json = new JsonObject(text);
            TreeSet<String> unknown = new TreeSet<>(json.fieldNames());
            unknown.removeAll(List.of("seed", "calls", "events"));
            if (!unknown.isEmpty()) {
                throw new WrongSetting(SETTING + "unknown member " + unknown.first());
            }
            return new Scenario(
                    json.getLong("seed", 0L),
                    rules(json.getJsonObject("calls", new JsonObject()), Scenario::isFault),
                    rules(json.getJsonObject("events", new JsonObject()), Scenario::isDelivery));
        } catch (DecodeException | ClassCastException other) {
            throw new WrongSetting(SETTING + "the file is not a scenario: " + other.getMessage(), other);
        }
    }

    private interface Names {
        boolean has(String name);
    }

    private static boolean isFault(String name) {
        return !name.equals("none") && List.of(Faults.Fault.values()).stream().anyMatch(fault -> is(fault, name));
    }

    private static boolean isDelivery(String name) {
        return List.of(EventDelivery.values()).stream().anyMatch(delivery -> is(delivery, name));
    }

    private static boolean is(Enum<?> constant, String name) {
        return constant.name().toLowerCase(Locale.ROOT).equals(name);
    }

    private static Map<String, Rule> rules(JsonObject json, Names names) {
        Map<String, Rule> rules = new LinkedHashMap<>();
        for (Map.Entry<String, Object> one : json) {
            Rule rule = one.getValue() instanceof JsonArray list
                    ? new Rule(list.stream().map(String.class::cast).toList(), Map.of())
                    : new Rule(null, probabilities((JsonObject) one.getValue()));
            List<String> used =
                    rule.list() == null ? List.copyOf(rule.probabilities().keySet()) : rule.list();
            for (String name : used) {
                if (!names.has(name) && !name.equals(NO_FAULT)) {
                    throw new WrongSetting(SETTING + "\"" + name + "\" of " + one.getKey() + " is no fault");
                }
            }
            if (rule.probabilities().values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum()
                    > 1) {
                throw new WrongSetting(SETTING + "the probabilities of " + one.getKey() + " are more than 1");
            }
            rules.put(one.getKey(), rule);
        }
        return rules;
    }

    private static Map<String, Double> probabilities(JsonObject json) {
        Map<String, Double> probabilities = new LinkedHashMap<>();
        for (Map.Entry<String, Object> one : json) {
            probabilities.put(one.getKey(), ((Number) one.getValue()).doubleValue());
        }
        return probabilities;
    }

    /** Returns the fault of the next call of a kind, such as {@code POST /v1/payment_intents/:id/confirm}. */
    Faults.Fault call(String kind) {
        String fault = next(calls, kind);
        return fault == null ? Faults.Fault.NONE : Faults.Fault.valueOf(fault.toUpperCase(Locale.ROOT));
    }

    /** Returns the delivery of the next event of a type. */
    EventDelivery event(String type) {
        String delivery = next(events, type);
        return EventDelivery.named(delivery == null || delivery.equals(NO_FAULT) ? NORMAL : delivery);
    }

    /** Returns the next random number of a kind, between 0 and 1. */
    double random(String kind) {
        return random(kind, count("random " + kind));
    }

    private @Nullable String next(Map<String, Rule> rules, String kind) {
        Rule rule = rules.getOrDefault(kind, rules.get(ANY));
        if (rule == null) {
            return null;
        }
        long number = count(kind);
        return rule.fault(number, random(kind, number));
    }

    private long count(String kind) {
        return counts.computeIfAbsent(kind, first -> new AtomicLong()).getAndIncrement();
    }

    private double random(String kind, long number) {
        return new SplittableRandom(seed * 31 + kind.hashCode() + (number << 32)).nextDouble();
    }
}
