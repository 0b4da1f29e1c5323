package io.tollgate.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes one place of a valid call outside its body: path, query, headers or method. */
final class RequestChanges {
    private static final List<String> METHODS = List.of("PUT", "TRACE", "OPTIONS", "PROPFIND", "X-Y", "get", "HEAD");

    /** Invalid ids, encoded as in a path. */
    private static final List<String> NO_IDS = List.of(
            "x",
            "0",
            "null",
            "-1",
            "65f0c0ffee0123456789abc",
            "65f0c0ffee0123456789abcde",
            "65f0c0ffee0123456789abcg",
            "%00",
            "%0d%0aX:%20y",
            "..%2fcoupons",
            "65f0c0ffee0123456789abcd%20",
            "65f0c0ffee0123456789abcd;x=1",
            "%EF%BC%91%EF%BC%91",
            "'%20OR%201=1--",
            "%c0%af",
            "%ff",
            "18446744073709551617",
            "z".repeat(2_000));

    private static final List<String> BROKEN = List.of("%zz", "%", "%c0%af", "%ed%a0%80", "%ff", "a%00b", "%0d%0a");
    private static final List<String> KEYS = List.of(
            "Bearer", "Bearer ", "Bearer x", "Basic Zm9vOmJhcg==", "Bearer sk_live_" + "0".repeat(38), "Token x");
    private static final List<String> HARMLESS = List.of(
            "X-HTTP-Method-Override: DELETE",
            "X-Forwarded-Host: evil.example",
            "X-Forwarded-For: 127.0.0.1, ' OR 1=1",
            "X-Original-URL: /v1/account",
            "Forwarded: for=\"_x\";proto=https",
            "Range: bytes=0-1,5-2,-",
            "If-None-Match: *",
            "If-Modified-Since: yesterday",
            "If-Match: \"\u00e9\", W/\"x\"",
            "Accept: text/html;q=nan",
            "Accept-Encoding: br;q=2, gzip",
            "Accept-Language: ${jndi:ldap://x}",
            "Cookie: a=b; a=c; =",
            "Expect: 100-continue",
            "Origin: null",
            "Upgrade: websocket",
            "Content-Language: \u0085",
            "Prefer: respond-async");

    private final Document document;
    private final Random random;

    RequestChanges(Document document, Random random) {
        this.document = document;
        this.random = random;
    }

    void change(Call call) {
        switch (random.nextInt(10)) {
            case 0 -> method(call);
            case 1 -> header(call);
            case 2, 3, 4 -> path(call);
            default -> query(call);
        }
    }

    private <T> T one(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private void method(Call call) {
        call.method = one(METHODS);
        call.changed("method " + call.method, 405);
        if (call.method.equals("HEAD")) {
            // If the path has a GET, HEAD is a GET without a body.
            call.expected.addAll(call.operation.responses().keySet());
            call.expected.addAll(List.of(200, 400, 404));
        }
    }

    private void path(Call call) {
        List<String> names = call.operation.names();
        if (names.isEmpty() || random.nextInt(6) == 0) {
            String other = one(List.of(call.path + "/", call.path.replaceFirst("/v1/", "/v1//"), call.path + "/.."));
            call.path = random.nextInt(4) == 0 ? call.path.replaceFirst("v1", "V1") : other;
            call.changed("spelling of the path");
            call.expected.addAll(call.operation.responses().keySet());
            call.expected.addAll(List.of(200, 400, 404, 405));
            return;
        }
        String name = one(names);
        if (name.equals("checkInCode")) {
            call.path = call.path.substring(0, call.path.lastIndexOf('/') + 1) + one(NO_IDS);
            call.changed("strange code", 400, 404);
            return;
        }
        List<String> template = List.of(call.operation.path().split("/"));
        String[] segments = call.path.split("/");
        if (random.nextInt(6) == 0) {
            segments[template.indexOf("{" + name + "}")] =
                    segments[template.indexOf("{" + name + "}")].toUpperCase(java.util.Locale.ROOT);
            call.path = String.join("/", segments);
            call.changed("an id in upper case");
            return;
        }
        segments[template.indexOf("{" + name + "}")] = one(NO_IDS);
        call.path = String.join("/", segments);
        call.changedWrongly("no id", name);
    }

    private void query(Call call) {
        boolean own = !call.operation.query().isEmpty() && random.nextInt(3) > 0;
        if (!own) {
            String name = one(List.of("no", "Limit", "limit[]", "livemode%20", "select", "__proto__", "search%5B%5D"));
            call.query.add(name + "=" + one(List.of("1", "", "true", "%27")));
            call.changed("unknown parameter", 400);
            call.blamed.add(name.replace("%20", " ").replace("%5B%5D", "[]"));
            return;
        }
        String name = one(new ArrayList<>(call.operation.query().keySet()));
        call.query.removeIf(parameter -> parameter.startsWith(name + "="));
        switch (random.nextInt(4)) {
            case 0 -> {
                call.query.add(name + "=" + one(BROKEN));
                call.changedWrongly("broken encoding of " + name, name);
            }
            case 1 -> {
                call.query.add(name + "=1");
                call.query.add(name + "=2");
                call.changedWrongly("repeated " + name, name);
            }
            default -> strange(call, name);
        }
    }

    private void strange(Call call, String name) {
        String text = one(Values.NASTY);
        byte[] unpaired = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        String sent = new String(unpaired, java.nio.charset.StandardCharsets.UTF_8);
        String encoded = Calls.encoded(sent);
        if (encoded.length() > 3_000) {
            return;
        }
        call.query.add(name + "=" + encoded);
        if (isWrong(call.operation.query().get(name), sent)) {
            call.changedWrongly("strange " + name, name);
        } else {
            call.changed("strange " + name);
        }
    }

    private boolean isWrong(JsonNode schema, String text) {
        if (text.isEmpty() || text.codePoints().anyMatch(Character::isISOControl)) {
            return true;
        }
        return switch (schema.get("type").textValue()) {
            case "integer" -> !text.matches("[1-9][0-9]?|100");
            case "boolean" -> !text.equals("true") && !text.equals("false");
            default ->
                schema.path("format").asText().equals("date-time")
                        ? !isTime(text)
                        : !SchemaCheck.broken(document, schema, JsonNodeFactory.instance.textNode(text))
                                .isEmpty();
        };
    }

    private static boolean isTime(String text) {
        try {
            return text.endsWith("Z") && Instant.parse(text) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private void header(Call call) {
        boolean writes = !call.operation.reads();
        switch (random.nextInt(8)) {
            case 0 -> {
                call.headers.removeIf(header -> header.startsWith("Authorization:"));
                if (random.nextInt(4) > 0) {
                    call.headers.add("Authorization: " + one(KEYS));
                }
                call.changed("no right key", 401);
            }
            case 1 -> {
                call.headers.add("Authorization: Bearer x");
                call.changed("two keys", 401);
            }
            case 2 -> {
                call.headers.add("Host: other");
                call.changed("two hosts", 400);
            }
            case 3 -> {
                for (int i = 0; i < 120; i++) {
                    call.headers.add("X-" + i + ": y");
                }
                call.changed("many headers", 431);
            }
            case 4 -> {
                boolean sends = call.bodyBytes().length > 0;
                call.contentType =
                        one(List.of("text/plain", "application/xml", "application/json;charset=utf-16", "x"));
                call.changed("content type");
                if (sends) {
                    call.expected.add(415);
                }
            }
            case 5 -> {
                call.headers.add("Idempotency-Key: " + one(List.of("", "k".repeat(256), "\u00e9", "a\tb")));
                if (writes) {
                    call.changedWrongly("idempotency key", "Idempotency-Key");
                }
            }
            default -> {
                call.headers.add(one(HARMLESS));
                call.changed("a header of no meaning here");
            }
        }
    }
}
