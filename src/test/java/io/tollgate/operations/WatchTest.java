package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.tools.demo.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation lists exactly the metrics that a gateway has, and the alert rules use them. */
class WatchTest {
    private static final Path PAGE = Path.of("src/docs/operations.md");
    private static final Path ALERTS = Path.of("src/docs/alerts.yml");
    private static final Path DASHBOARD = Path.of("conf/grafana-dashboard.json");
    private static final Pattern NAME = Pattern.compile("\\b(?:tollgate|vertx|jvm|process|system)_[a-z0-9_]+[a-z]\\b");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(?:# TYPE )?([a-z0-9_]+)[ {]");

    @TempDir
    Path folder;

    private static Set<String> named(String text) {
        return NAME.matcher(text).results().map(match -> match.group()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the metrics of a gateway with all its parts, background loops included. */
    private Set<String> shown() {
        Map<String, String> settings =
                new HashMap<>(TestCertificate.in(folder, "watched").settings());
        try (TestDatabase database = new TestDatabase()) {
            settings.put("database.url", database.url());
            try (TestGateway gateway = TestGateway.start(settings)) {
                return samples(gateway);
            }
        }
    }

    private static Set<String> samples(TestGateway gateway) {
        return SAMPLE.matcher(new TestApi(gateway.managementUrl(), null)
                        .get("/metrics")
                        .expect(200)
                        .body())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void documents_and_metrics_have_the_same_names() throws IOException {
        Set<String> shown = shown();
        TestGateway.shared().api(null).get("/v1/payments").expect(401);
        shown.addAll(samples(TestGateway.shared()));
        String text = Files.readString(PAGE);
        Set<String> page = named(text.substring(text.indexOf("## Monitoring")));
        assertThat(page).hasSizeGreaterThan(20);
        assertThat(shown).as("named in the page").containsAll(page);
        assertThat(shown).as("named in the alerts").containsAll(named(Files.readString(ALERTS)));
        assertThat(shown).as("named in the dashboard").containsAll(queried());
        assertThat(shown)
                .filteredOn(name -> name.startsWith("tollgate_"))
                .as("not in the page")
                .allSatisfy(name -> assertThat(page).anyMatch(known -> isOf(known, name)));
    }

    /** Returns the metrics of the queries of the dashboard. */
    private static Set<String> queried() throws IOException {
        List<String> queries = new ObjectMapper().readTree(DASHBOARD.toFile()).findValuesAsText("expr");
        assertThat(queries)
                .hasSizeGreaterThan(10)
                .allSatisfy(query -> assertThat(named(query)).as(query).isNotEmpty());
        return named(String.join("\n", queries));
    }

    /** Counters end with {@code _total}, and the names have base units. */
    @Test
    void names_follow_the_conventions_of_prometheus() {
        String text = new TestApi(TestGateway.shared().managementUrl(), null)
                .get("/metrics")
                .expect(200)
                .body();
        Map<String, String> types = new HashMap<>();
        Pattern.compile("(?m)^# TYPE (tollgate_\\w+) (\\w+)$")
                .matcher(text)
                .results()
                .forEach(found -> types.put(found.group(1), found.group(2)));
        assertThat(types).hasSizeGreaterThan(20).allSatisfy((name, type) -> {
            assertThat(name.endsWith("_total")).as(name).isEqualTo(type.equals("counter"));
            assertThat(name).doesNotContain("_millis", "_minutes", "_kilobytes", "_megabytes");
        });
        assertThat(types)
                .containsEntry("tollgate_tenant_violations_total", "counter")
                .containsEntry("tollgate_log_dropped_total", "counter");
    }

    /** Every reason to worry in the table has an alert rule, and there are no other rules. */
    @Test
    void whatever_is_worth_a_worry_has_a_rule() throws IOException {
        Set<String> alerts = named(Files.readString(ALERTS));
        String text = Files.readString(PAGE);
        Set<String> worried = new TreeSet<>();
        for (String row : text.substring(text.indexOf("## Monitoring"), text.indexOf("## Sizing"))
                .split("\n")) {
            String[] cells = row.split("\\|");
            if (cells.length == 4 && !cells[3].isBlank()) {
                worried.addAll(named(cells[1]));
            }
        }
        assertThat(worried)
                .hasSizeGreaterThan(20)
                .allSatisfy(name -> assertThat(alerts).as(name).anyMatch(rule -> isOf(name, rule)));
        assertThat(alerts).allSatisfy(rule -> assertThat(worried).as(rule).anyMatch(name -> isOf(name, rule)));
    }

    private static boolean isOf(String metric, String sample) {
        return sample.equals(metric) || sample.matches(metric + "_(bucket|count|sum|max)");
    }

    @Test
    void requests_are_counted_by_route() {
        TestGateway.shared().api(null).get("/v1/payments").expect(401);
        String metrics = new TestApi(TestGateway.shared().managementUrl(), null)
                .get("/metrics")
                .body();
        assertThat(metrics)
                .contains("tollgate_request_seconds_count{")
                .contains("tollgate_request_seconds_bucket{")
                .contains("tollgate_request_seconds_sum{");
    }

    @Test
    void readiness_says_why_not() {
        try (TestGateway gateway = TestGateway.start(
                Map.of("database.url", "postgres://a:b@127.0.0.1:1/none", "waitForDatabase", "true"))) {
            TestApi management = new TestApi(gateway.managementUrl(), null);
            Reply not = management.get("/health/ready").expect(503);
            assertThat(not.json().get("status").textValue()).isEqualTo("not ready");
            assertThat(not.json().get("reasons").get(0).get("code").textValue()).isEqualTo("schema_missing");
            assertThat(not.json().get("reasons").get(0).get("message").textValue())
                    .isNotEmpty();
            assertThat(Eventually.isTrue(() -> management.get("/metrics").body().contains("tollgate_ready 0.0")))
                    .isTrue();
        }
    }
}
