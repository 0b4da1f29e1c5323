package io.tollgate.processor;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the form of a request to the processor as the object that it encodes. */
final class RequestForm {
    private RequestForm() {}

    /** Returns the parameters of a form as the client takes them: numbers and booleans by their values. */
    static JsonObject object(String form) {
        JsonObject root = new JsonObject();
        for (String pair : form.split("&")) {
            String name = decoded(pair.substring(0, pair.indexOf('=')));
            put(root, List.of(name.replace("]", "").split("\\[")), decoded(pair.substring(pair.indexOf('=') + 1)));
        }
        return (JsonObject) lists(root);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static void put(JsonObject target, List<String> path, String text) {
        String name = path.get(0);
        if (path.size() > 1) {
            if (!target.containsKey(name)) {
                target.put(name, new JsonObject());
            }
            put(target.getJsonObject(name), path.subList(1, path.size()), text);
        } else if (text.matches("-?\\d+(\\.\\d+)?")) {
            target.put(name, new BigDecimal(text));
        } else {
            target.put(name, text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text);
        }
    }

    /** Turns objects with the keys 0, 1, … into lists. */
    private static Object lists(JsonObject object) {
        object.fieldNames().stream().toList().forEach(name -> {
            if (object.getValue(name) instanceof JsonObject inner) {
                object.put(name, lists(inner));
            }
        });
        boolean list = !object.isEmpty() && object.fieldNames().stream().allMatch(name -> name.matches("\\d+"));
        return list ? new JsonArray(List.copyOf(object.getMap().values())) : object;
    }
}
