package io.tollgate.loadtest.call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The keys to ask with. They are in no text of this, so that no log can show them by accident. */
public final class Keys {
    private static final String LIVE = "TOLLGATE_LIVE_KEY";
    private static final String TEST = "TOLLGATE_TEST_KEY";

    private final String live;
    private final String test;

    /** @param live or an empty text, as {@code test} */
    public Keys(String live, String test) {
        this.live = live;
        this.test = test;
    }

    /**
     * Reads a file as {@code scripts/run --keys-file} writes it: lines of {@code NAME=value}.
     *
     * @throws IllegalArgumentException where it cannot be read or holds no key, with a message for the user
     */
    public static Keys read(Path file) {
        Map<String, String> values = values(file);
        Keys keys = new Keys(values.getOrDefault(LIVE, ""), values.getOrDefault(TEST, ""));
        if (keys.all().isEmpty()) {
            throw new IllegalArgumentException(file + " holds neither " + LIVE + " nor " + TEST);
        }
        if (!keys.live.isEmpty() && !keys.live.startsWith("sk_live_")) {
            throw new IllegalArgumentException(LIVE + " in " + file + " is no live key");
        }
        if (!keys.test.isEmpty() && !keys.test.startsWith("sk_test_")) {
            throw new IllegalArgumentException(TEST + " in " + file + " is no test key");
        }
        return keys;
    }

    /** All lines of such a file. */
    public static Map<String, String> values(Path file) {
        Map<String, String> values = new HashMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    values.put(
                            line.substring(0, equals).strip(),
                            line.substring(equals + 1).strip());
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the keys file " + file + " cannot be read", e);
        }
        return values;
    }

    public boolean has(Call.Caller caller) {
        return !text(caller).isEmpty();
    }

    public String of(Call.Caller caller) {
        if (!has(caller)) {
            throw new IllegalStateException("there is no key for " + caller);
        }
        return text(caller);
    }

    private String text(Call.Caller caller) {
        return switch (caller) {
            case LIVE_KEY -> live;
            case TEST_KEY -> test;
            case BUYER, VISITOR, PROCESSOR -> "";
        };
    }

    /** Those that must never be seen. */
    public List<String> all() {
        return Stream.of(live, test)
                .filter(Objects::nonNull)
                .filter(key -> !key.isEmpty())
                .toList();
    }
}
