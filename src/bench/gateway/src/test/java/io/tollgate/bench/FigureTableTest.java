package io.tollgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table says what was measured, what was missed, and what there is no figure for. */
class FigureTableTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    Path folder;

    private static ObjectNode part(String group, String commit, boolean comparable, Figure... figures) {
        ObjectNode part = MAPPER.createObjectNode();
        ObjectNode taken = part.putArray("taken").addObject();
        taken.put("group", group).put("at", "2026-01-02T03:04:05Z").put("commit", commit);
        taken.put("comparable", comparable).put("jdk", "VM 17").put("postgres", "18.6");
        taken.put("parameters", "1000 records, 3 rounds of 2 s");
        taken.putObject("machine")
                .put("processor", "Some CPU")
                .put("processors", 2)
                .put("memoryMiB", 8192)
                .put("loadOfTheMinuteBefore", 0.5);
        part.set("figures", FigureTable.json(List.of(figures)));
        return part;
    }

    private static FigureTable table(JsonNode... parts) {
        FigureTable table = new FigureTable();
        Arrays.stream(parts).forEach(table::add);
        return table;
    }

    private static String row(FigureTable table, Promise promise) {
        return table.markdown()
                .lines()
                .filter(line -> line.startsWith("| " + promise.says + " |"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_figure_is_met_or_missed() {
        FigureTable table = table(part(
                "read",
                "abc",
                true,
                Figure.measured(Promise.LIST_OVER_PGBENCH, 0.417, 0.4, 0.417, 0.44),
                Figure.measured(Promise.DEEP_PAGE, 1.05, 1.04, 1.05, 1.3),
                Figure.measured(Promise.MEMORY, 272.6)));

        assertThat(row(table, Promise.LIST_OVER_PGBENCH)).endsWith("| 0.417 | 0.400 to 0.440 | ≥ 0.5 | **missed** |");
        assertThat(row(table, Promise.DEEP_PAGE)).endsWith("| 1.05 | 1.04 to 1.30 | ≤ 1.05 | met |");
        assertThat(row(table, Promise.MEMORY)).endsWith("| 273 MiB |  | ≤ 256 | **missed** |");
    }

    @Test
    void every_promise_has_a_row_even_when_nothing_was_measured() {
        FigureTable table = table();

        assertThat(table.all()).hasSize(Promise.values().length);
        assertThat(table.complete()).isFalse();
        for (Promise promise : Promise.values()) {
            assertThat(row(table, promise))
                    .contains("not measured: not part of this run")
                    .doesNotContain("met |");
        }
    }

    @Test
    void a_missing_tool_is_named_and_gives_no_figure() {
        FigureTable table = table(part(
                "peers",
                "abc",
                true,
                Figure.missing(Promise.LIST_TIMES_FASTIFY, "needs node, npm"),
                Figure.measured(Promise.LIST_TIMES_SPRING, 6.2)));

        assertThat(row(table, Promise.LIST_TIMES_FASTIFY)).contains("| not measured: needs node, npm |");
        JsonNode fastify = find(table.json(), Promise.LIST_TIMES_FASTIFY);
        assertThat(fastify.get("value").isNull()).isTrue();
        assertThat(fastify.get("met").isNull()).isTrue();
        assertThat(fastify.get("why").asText()).isEqualTo("needs node, npm");
    }

    @Test
    void a_group_that_failed_says_so_but_keeps_what_it_had() throws IOException {
        Path read = folder.resolve("read.json");
        Files.writeString(
                read,
                part("read", "abc", true, Figure.measured(Promise.DEEP_PAGE, 1.0))
                        .toString());

        FigureTable table = TableBench.table(List.of(read.toString(), "read=failed: see a log"));

        assertThat(row(table, Promise.DEEP_PAGE)).contains("| 1.00 |");
        assertThat(row(table, Promise.LARGE_OVER_SMALL)).contains("not measured: failed: see a log");
        assertThat(row(table, Promise.START)).contains("not part of this run");
    }

    @ParameterizedTest
    @ValueSource(strings = {"| a table |", "{}", "[1]", ""})
    void a_file_without_figures_is_named(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("figures.md"), text);
        assertThatThrownBy(() -> TableBench.table(List.of(file.toString()))).hasMessageStartingWith(file.toString());
    }

    private static JsonNode find(JsonNode json, Promise promise) {
        for (JsonNode figure : json.get("figures")) {
            if (figure.get("name").asText().equals(promise.word())) {
                return figure;
            }
        }
        throw new AssertionError(promise);
    }

    @Test
    void json_tells_machines_the_same_and_reads_back() {
        FigureTable table =
                table(part("read", "abc", true, Figure.measured(Promise.LIST_OVER_PGBENCH, 0.8, 0.7, 0.8, 0.9)));

        JsonNode figure = find(table.json(), Promise.LIST_OVER_PGBENCH);
        assertThat(figure.get("value").asDouble()).isEqualTo(0.8);
        assertThat(figure.at("/goal/atLeast").asDouble()).isEqualTo(0.5);
        assertThat(figure.get("met").asBoolean()).isTrue();
        assertThat((ArrayNode) figure.get("spread")).map(JsonNode::asDouble).containsExactly(0.7, 0.9);
        assertThat(table.json().at("/taken/0/machine/processors").asInt()).isEqualTo(2);
        assertThat(table(table.json()).markdown()).isEqualTo(table.markdown());
    }

    @Test
    void parts_of_several_runs_make_one_table() {
        FigureTable table = table(
                part("read", "abc", true, Figure.measured(Promise.DEEP_PAGE, 1.0)),
                part("start", "abc", true, Figure.measured(Promise.START, 1.25)));

        assertThat(row(table, Promise.DEEP_PAGE)).contains("| 1.00 |");
        assertThat(row(table, Promise.START)).contains("| 1.25 s |");
        assertThat(table.markdown())
                .doesNotContain("Not comparable")
                .contains("- read: 2026-01-02T03:04:05Z, commit abc, 1000 records, 3 rounds of 2 s;"
                        + " 2 processors (Some CPU), 8 GiB, load 0.5; VM 17; Postgres 18.6");
    }

    @Test
    void what_cannot_be_compared_is_marked() {
        Figure figure = Figure.measured(Promise.DEEP_PAGE, 1.0);

        assertThat(table(part("read", "abc", false, figure)).markdown())
                .startsWith("**Not comparable: measured small, to see that everything runs.**");
        assertThat(table(part("read", "abc", true, figure), part("start", "def", true))
                        .markdown())
                .startsWith("**Not comparable: parts are of different commits.**");
    }
}
