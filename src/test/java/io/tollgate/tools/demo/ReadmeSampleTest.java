package io.tollgate.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.VirtualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The requests of the README work on the seller of the first start, and return the values that it shows. */
class ReadmeSampleTest {
    private static final Instant NOW = Instant.parse("2026-11-21T02:00:00Z");
    private static final Pattern REQUEST = Pattern.compile("\"\\$TOLLGATE_URL(/[^\"]+)\"");
    private static final Pattern PAGE = Pattern.compile("<http://localhost:8080(/[^>]+)>");
    private static final Pattern RESPONSE = Pattern.compile("```\\n(\\{.*?})\\n```", Pattern.DOTALL);

    private static TestDatabase database;
    private static TestGateway gateway;
    private static TestApi api;
    private static String readme;

    @BeforeAll
    static void start() throws Exception {
        readme = Files.readString(Path.of("README.md"));
        database = new TestDatabase();
        Demo.firstStart(database.jdbcUrl(), NOW, DemoFiles.NONE);
        gateway =
                TestGateway.stepped(Map.of("database.url", database.url()), new VirtualClock(NOW), outside -> outside);
        api = gateway.api(gateway.keys().create(Demo.SELLER, true, "test").key());
    }

    @AfterAll
    static void close() throws Exception {
        gateway.close();
        database.close();
    }

    private static List<String> found(Pattern pattern) {
        return pattern.matcher(readme).results().map(match -> match.group(1)).toList();
    }

    @Test
    void requests_and_pages_exist() {
        String booking = api.get("/v1/bookings?limit=1&status=paid").ids().get(0);
        List<String> requests = found(REQUEST);
        assertThat(requests).hasSizeGreaterThan(2).anyMatch(path -> path.contains("BOOKING_ID"));
        for (String path : requests) {
            api.get(path.replace("BOOKING_ID", booking)).expect(200);
        }
        List<String> pages = found(PAGE);
        assertThat(pages).contains("/docs").anyMatch(path -> path.startsWith("/s/demo/event"));
        pages.forEach(path -> gateway.api(null).get(path).expect(200));
    }

    @Test
    void the_response_is_real() throws IOException {
        List<String> requests = found(REQUEST);
        JsonNode real = api.get(requests.get(requests.size() - 1)).expect(200).json();
        JsonNode shown = TestApi.json(found(RESPONSE).get(0).replace("… ,", "").replace("… }", "\"…\":null}"));

        assertShown(shown, real);
    }

    /** The README leaves fields out, which it marks, but neither changes nor reorders the others. */
    private static void assertShown(JsonNode shown, JsonNode real) {
        List<String> names = new ArrayList<>();
        Iterator<String> all = real.fieldNames();
        all.forEachRemaining(names::add);
        List<String> named = new ArrayList<>();
        shown.fieldNames().forEachRemaining(named::add);
        named.remove("…");
        assertThat(names).containsSubsequence(named);
        for (String name : named) {
            JsonNode value = real.get(name);
            if (name.equals("data")) {
                assertThat(value).hasSize(1);
                assertShown(shown.get(name).get(0), value.get(0));
            } else if (!name.equals("id")) {
                assertThat(value).as(name).isEqualTo(shown.get(name));
            }
        }
    }
}
