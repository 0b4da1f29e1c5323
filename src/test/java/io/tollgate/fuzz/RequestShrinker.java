package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Removes parts of a request as long as it still shows the same finding. */
final class RequestShrinker {
    private static final int TRIES_MAX = 200;

    /** Tests whether a request still shows the finding. */
    interface Shows {
        boolean by(Call call) throws IOException;
    }

    /** Rules that apply to every request; all others depend on the change. */
    private static final Set<String> ABSOLUTE = Set.of("fault", "canary", "leak", "error", "form");

    private final Document document;
    private final Shows shows;
    private final boolean free;
    private Call least;
    private int tries;

    private RequestShrinker(Document document, Call call, String rule, Shows shows) {
        this.document = document;
        this.least = call;
        this.free = ABSOLUTE.contains(rule);
        this.shows = shows;
    }

    /** @param rule the violated rule */
    static Call of(Document document, Call call, String rule, Shows shows) throws IOException {
        RequestShrinker shrinking = new RequestShrinker(document, call, rule, shows);
        boolean smaller = true;
        while (smaller) {
            smaller = shrinking.shrinkOnce();
        }
        return shrinking.least;
    }

    /** Returns whether a part could be removed. */
    private boolean shrinkOnce() throws IOException {
        boolean smaller = false;
        for (int i = least.query.size() - 1; i >= 0; i--) {
            int at = i;
            boolean changed = least.blamed.contains(least.query.get(i).split("=")[0]);
            smaller |= (free || !changed) && without(call -> call.query.remove(at));
        }
        for (int i = least.headers.size() - 1; i > 0 && free; i--) {
            int at = i;
            smaller |= without(call -> call.headers.remove(at));
        }
        boolean tree = least.raw == null && least.body != null && (free || least.bodyChanged);
        for (List<String> path : tree ? paths(least.body) : List.<List<String>>of()) {
            smaller |= without(call -> {
                remove(call.body, path);
                call.judge(document);
            });
        }
        return smaller;
    }

    private boolean without(Consumer<Call> leaveOut) throws IOException {
        if (tries++ >= TRIES_MAX) {
            return false;
        }
        Call smaller = least.copy();
        leaveOut.accept(smaller);
        if (smaller.toString().length() >= least.toString().length() || !shows.by(smaller)) {
            return false;
        }
        least = smaller;
        return true;
    }

    /** Returns all positions of a tree, the deepest last, so that whole branches are removed first. */
    private static List<List<String>> paths(JsonNode tree) {
        List<List<String>> paths = new ArrayList<>();
        List<List<String>> next = new ArrayList<>(List.of(List.of()));
        while (!next.isEmpty()) {
            List<String> path = next.remove(0);
            JsonNode node = at(tree, path);
            if (node instanceof ObjectNode object) {
                object.fieldNames().forEachRemaining(name -> next.add(with(path, name)));
            } else if (node instanceof ArrayNode array) {
                for (int i = array.size() - 1; i >= 0; i--) {
                    next.add(with(path, Integer.toString(i)));
                }
            }
            if (!path.isEmpty()) {
                paths.add(path);
            }
        }
        return paths;
    }

    private static List<String> with(List<String> path, String step) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step);
        return longer;
    }

    private static JsonNode at(JsonNode tree, List<String> path) {
        JsonNode node = tree;
        for (String step : path) {
            node = node instanceof ArrayNode array ? array.path(Integer.parseInt(step)) : node.path(step);
        }
        return node;
    }

    private static void remove(JsonNode tree, List<String> path) {
        JsonNode holder = at(tree, path.subList(0, path.size() - 1));
        String last = path.get(path.size() - 1);
        if (holder instanceof ObjectNode object) {
            object.remove(last);
        } else if (holder instanceof ArrayNode array && Integer.parseInt(last) < array.size()) {
            array.remove(Integer.parseInt(last));
        }
    }
}
