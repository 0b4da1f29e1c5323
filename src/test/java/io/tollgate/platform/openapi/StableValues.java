package io.tollgate.platform.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.http.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces what differs in each run (ids, codes, times) by values that depend on their first place in the recording.
 * The same value has the same replacement everywhere.
 */
final class StableValues {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** When the seller begins; each step takes a minute. */
    private static final Instant BEGIN = Instant.parse("2026-10-01T09:30:00Z");

    /** The time of the story that is the present one. */
    private static final Instant NOW = Instant.parse("2026-11-02T10:00:00Z");

    private static final Pattern ID = Pattern.compile("(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])");
    private static final Pattern TIME = Pattern.compile("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z");
    private static final Pattern SELLER = Pattern.compile("/s/seller-[^/]+/");
    private static final Pattern SIGNATURE = Pattern.compile("expires=\\d+&signature=[^&]*");

    /** An API key, or its first characters. */
    private static final Pattern KEY = Pattern.compile("sk_(live|test)_\\w+");

    private static final int KEY_MODE = "sk_live_".length();

    private static final Pattern CHARGE = Pattern.compile("/recurring/(?:charges/(\\d+)/from|lastChargeAt)$");

    private final Instant start = Instant.now();
    private final Map<String, String> stable = new HashMap<>();
    private final Map<String, String> real = new HashMap<>();
    private String step = "";
    private Instant time = BEGIN;

    /** @param at the time of the step; empty for a minute after the last one */
    void begin(String name, String at) {
        step = name;
        time = at.isEmpty() ? time.plus(Duration.ofMinutes(1)) : Instant.parse(at);
    }

    void put(String realValue, String stableValue) {
        stable.put(realValue, stableValue);
        real.put(stableValue, realValue);
    }

    /** A time of the story as one of this run, so that "now" is at the same distance. */
    String realTime(String storyTime) {
        if (stable.containsKey(storyTime)) {
            return storyTime; // Copied from a record of this run.
        }
        Instant moved = Instant.parse(storyTime).plus(Duration.between(NOW, start));
        String text = Times.text(moved);
        put(text, Times.text(Instant.parse(storyTime)));
        return text;
    }

    /** Replaces stable ids by those of this run. */
    String real(String text) {
        return ID.matcher(text).replaceAll(id -> real.getOrDefault(id.group(), id.group()));
    }

    JsonNode stable(JsonNode value) {
        return stable("", "", value);
    }

    private JsonNode stable(String place, String key, JsonNode value) {
        if (value.isTextual()) {
            return JSON.textNode(text(place, key, value.textValue()));
        }
        if (value.isArray()) {
            ArrayNode all = JSON.arrayNode();
            value.forEach(item -> all.add(stable(place + "/" + all.size(), key, item)));
            return all;
        }
        if (value.isObject()) {
            ObjectNode all = JSON.objectNode();
            value.properties().forEach(member -> {
                String name = member.getKey();
                all.set(
                        ID.matcher(name).matches() ? text(place, "", name) : name,
                        stable(place + "/" + name, name, member.getValue()));
            });
            return all;
        }
        return value;
    }

    private String text(String place, String key, String text) {
        String known = stable.get(text);
        if (known == null) {
            known = replacement(place, key, text);
            put(text, known);
        }
        return known;
    }

    private String replacement(String place, String key, String text) {
        String hash = hash(step + place);
        Matcher charge = CHARGE.matcher(place);
        if (charge.find()) {
            return laterCharge(charge.group(1));
        }
        if (TIME.matcher(text).matches()) {
            return stableTime(text);
        }
        if (KEY.matcher(text).matches()) {
            return text.substring(0, KEY_MODE) + hash.substring(0, text.length() - KEY_MODE);
        }
        if (key.equals("last4") && step.startsWith("door")) {
            return hash.substring(0, text.length());
        }
        if (key.startsWith("processor") && text.matches("[a-z]+_\\w{8,}")) {
            return text.substring(0, text.indexOf('_') + 1) + hash.substring(0, 16);
        }
        return switch (key) {
            case "orderId" -> "%08d".formatted(Long.parseLong(hash.substring(0, 8), 16) % 100_000_000);
            case "ticketShortId" ->
                hash.substring(0, 8).toUpperCase(Locale.ROOT).replace('0', 'K').replace('1', 'M');
            case "checkInCode" -> hash.substring(0, 40);
            case "invoiceUuid" ->
                UUID.nameUUIDFromBytes(hash.getBytes(StandardCharsets.UTF_8)).toString();
            case "invoiceNumber" -> "2026" + text.substring(4);
            default -> ids(text, hash);
        };
    }

    /**
     * Returns the time of a charge that follows the order of a quote. The real one depends on the day of the run.
     *
     * @param number of the charge, from 0; null for the last one of a plan
     */
    private String laterCharge(@Nullable String number) {
        int months = number == null ? 3 : 1 + 3 * Integer.parseInt(number);
        return Times.text(time.atOffset(ZoneOffset.UTC).plusMonths(months).toInstant());
    }

    /** Replaces a time of this run by the time of the step. Other times are part of the story. */
    private String stableTime(String text) {
        boolean now = Duration.between(start, Instant.parse(text)).abs().toMinutes() < 5;
        return now ? Times.text(time) : text;
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String ids(String text, String seed) {
        Matcher id = ID.matcher(text);
        String replaced = id.replaceAll(found -> {
            String known = stable.get(found.group());
            if (known == null) {
                String hash = hash(seed + found.start());
                known = "6b0145e2" + hash.substring(0, 16);
                put(found.group(), known);
            }
            return known;
        });
        String timed = TIME.matcher(replaced)
                .replaceAll(found -> stable.getOrDefault(found.group(), stableTime(found.group())));
        timed = SELLER.matcher(timed).replaceAll("/s/acme/");
        return SIGNATURE.matcher(timed).replaceAll("expires=1793612400&signature=5d41402abc4b2a76b9719d911017c592");
    }
}
