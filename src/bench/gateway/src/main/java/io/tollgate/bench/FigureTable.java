package io.tollgate.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All promises with what was measured of them, from one or several runs. */
final class FigureTable {
    private static final String NOT_ASKED = "not part of this run";

    private final Map<Promise, Figure> figures = new EnumMap<>(Promise.class);
    private final List<JsonNode> taken = new ArrayList<>();

    /** Later parts fill what earlier ones lack, and never replace a figure. */
    void add(JsonNode part) {
        part.path("taken").forEach(taken::add);
        for (JsonNode each : part.path("figures")) {
            Figure figure = read(each);
            if (figure.value() != null || !figure.why().equals(NOT_ASKED)) {
                figures.merge(figure.promise(), figure, (one, other) -> one.value() == null ? other : one);
            }
        }
    }

    /** @param why a whole group has no figures */
    void without(Promise.Group group, String why) {
        group.promises().forEach(promise -> figures.putIfAbsent(promise, Figure.missing(promise, why)));
    }

    private static Figure read(JsonNode json) {
        Promise promise = Promise.of(json.path("name").asText());
        if (!json.path("value").isNumber()) {
            return Figure.missing(promise, json.path("why").asText());
        }
        List<Double> rounds = new ArrayList<>();
        json.path("rounds").forEach(round -> rounds.add(round.asDouble()));
        return new Figure(promise, json.get("value").asDouble(), rounds, "");
    }

    List<Figure> all() {
        List<Figure> all = new ArrayList<>();
        for (Promise promise : Promise.values()) {
            all.add(figures.getOrDefault(promise, Figure.missing(promise, NOT_ASKED)));
        }
        return all;
    }

    boolean complete() {
        return all().stream().allMatch(figure -> figure.value() != null);
    }

    /** False where a part was measured small, or parts are of different commits. */
    boolean comparable() {
        return taken.stream().allMatch(each -> each.path("comparable").asBoolean(false))
                && taken.stream()
                                .map(each -> each.path("commit").asText())
                                .distinct()
                                .count()
                        <= 1;
    }

    ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("comparable", comparable());
        json.putArray("taken").addAll(taken);
        json.set("figures", json(all()));
        return json;
    }

    static ArrayNode json(List<Figure> figures) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Figure figure : figures) {
            ObjectNode row = array.addObject();
            row.put("name", figure.promise().word()).put("says", figure.promise().says);
            row.put("value", figure.value()).put("unit", figure.promise().unit);
            row.set("goal", figure.promise().goal.json());
            row.put("met", figure.met());
            ArrayNode rounds = row.putArray("rounds");
            figure.rounds().forEach(rounds::add);
            ArrayNode spread = row.putArray("spread");
            figure.spread().forEach(spread::add);
            if (figure.value() == null) {
                row.put("why", figure.why());
            }
        }
        return array;
    }

    String markdown() {
        StringBuilder text = new StringBuilder();
        if (!comparable()) {
            text.append("**Not comparable: ")
                    .append(
                            taken.stream()
                                            .allMatch(each ->
                                                    each.path("comparable").asBoolean(false))
                                    ? "parts are of different commits.**"
                                    : "measured small, to see that everything runs.**")
                    .append("\n\n");
        }
        text.append("| figure | measured | of the rounds | goal | |\n|---|---|---|---|---|\n");
        all().forEach(figure -> text.append(row(figure)));
        return text.append('\n').append(circumstances()).toString();
    }

    private static String row(Figure figure) {
        Promise promise = figure.promise();
        Double value = figure.value();
        String measured = value == null
                ? "not measured: " + figure.why()
                : Numbers.shown(value) + (promise.unit.equals("×") ? "" : " " + promise.unit);
        String spread = figure.spread().stream().map(Numbers::shown).collect(Collectors.joining(" to "));
        String met = value == null ? "" : promise.goal.met(value) ? "met" : "**missed**";
        return "| " + String.join(" | ", promise.says, measured, spread, promise.goal.text(), met) + " |\n";
    }

    private String circumstances() {
        return taken.stream()
                .map(each -> "- " + each.path("group").asText() + ": "
                        + each.path("at").asText() + ", commit "
                        + each.path("commit").asText() + ", "
                        + each.path("parameters").asText() + "; "
                        + each.at("/machine/processors").asInt() + " processors ("
                        + each.at("/machine/processor").asText() + "), "
                        + (each.at("/machine/memoryMiB").asLong() + 512) / 1024 + " GiB, load "
                        + Numbers.plain(
                                each.at("/machine/loadOfTheMinuteBefore").asDouble()) + "; "
                        + each.path("jdk").asText() + "; Postgres "
                        + each.path("postgres").asText() + "\n")
                .collect(Collectors.joining());
    }
}
