package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The security page names existing tests, and has a row for every requirement. */
class SecurityPageTest {
    private static final Path PAGE = Path.of("src/docs/security.md");
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+Test)#(\\w+)`");

    /** A control inside the named test, or the reason why there is none. */
    private static final Pattern REASON =
            Pattern.compile("(within (it|both|the \\w+)|outside the tests|not applicable yet): .{10,}");

    /** Requirements of levels 1 and 2 by section, from the first to the last number; gaps are of level 3. */
    private static final String REQUIREMENTS =
            "1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2 2.1:1-3 2.2:1-3 2.3:1-4 2.4:1-1 3.2:1-2"
                    + " 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2 4.1:1-3 4.2:1-1 4.3:1-2 4.4:1-4 5.1:1-1 5.2:1-3"
                    + " 5.3:1-2 5.4:1-3 8.1:1-2 8.2:1-3 8.3:1-1 8.4:1-1 9.1:1-3 9.2:1-4 11.1:1-2 11.2:1-3"
                    + " 11.3:1-3 11.4:1-4 11.5:1-1 11.6:1-1 12.1:1-3 12.2:1-2 12.3:1-4 13.1:1-1 13.2:1-5"
                    + " 13.3:1-2 13.4:1-5 14.1:1-2 14.2:1-4 14.3:1-3 15.1:1-3 15.2:1-3 15.3:1-7 16.1:1-1"
                    + " 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3";

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    /** The sources of tests by class name. */
    private static Map<String, String> tests() throws IOException {
        Map<String, String> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(TESTS)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith("Test.java")).toList()) {
                tests.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        return tests;
    }

    /** Returns the names on the page that no test has. */
    private static List<String> missing(String page, Map<String, String> tests) {
        List<String> missing = new ArrayList<>();
        Matcher reference = REFERENCE.matcher(page);
        while (reference.find()) {
            String source = tests.getOrDefault(reference.group(1), "");
            String declared = "\\b(void|ArchRule)\\s+" + reference.group(2) + "\\b";
            if (!Pattern.compile(declared).matcher(source).find()) {
                missing.add(reference.group());
            }
        }
        return missing;
    }

    /** Returns the first cells of all rows, with the text of the row. */
    private static Map<String, String> rows(String page) {
        Map<String, String> rows = new TreeMap<>();
        page.lines().filter(line -> line.startsWith("| ")).forEach(line -> {
            String[] cells = line.split(" *\\| *", -1);
            rows.put(
                    cells[1],
                    String.join(" ", List.of(cells).subList(2, cells.length)).strip());
        });
        return rows;
    }

    @Test
    void every_test_that_the_page_names_is_there() throws IOException {
        String page = page();
        assertThat(missing(page, tests())).isEmpty();
        assertThat(REFERENCE.matcher(page).results().count()).isGreaterThan(150);
    }

    /** Control: a wrong letter in a name or in its class is detected. */
    @Test
    void a_test_that_is_gone_is_noticed() throws IOException {
        String wrong = "`TenantGuardsTest#the_comparison_is_sufficient_alon` `NoSuchTest#start`"
                + " `TenantGuardsTest#the_comparison_is_sufficient_alone`";
        assertThat(missing(wrong, tests())).hasSize(2);
    }

    @Test
    void every_threat_has_a_row_with_a_test_or_a_reason() throws IOException {
        Map<String, String> rows = rows(page());
        IntStream.concat(
                        IntStream.concat(IntStream.rangeClosed(1, 10), IntStream.rangeClosed(14, 20)),
                        IntStream.concat(IntStream.of(22), IntStream.rangeClosed(25, 32)))
                .mapToObj(number -> "T" + number)
                .forEach(threat -> {
                    assertThat(rows).containsKey(threat);
                    assertThat(rows.get(threat))
                            .as(threat)
                            .satisfiesAnyOf(
                                    row -> assertThat(row).containsPattern(REFERENCE),
                                    row -> assertThat(row).contains("ot applicable yet: "));
                });
    }

    @Test
    void numbersOfThreatsAreUnique() throws IOException {
        assertThat(page().lines()
                        .filter(line -> line.matches("\\| T\\d+ \\|.*"))
                        .map(line -> line.split(" *\\| *", -1)[1]))
                .doesNotHaveDuplicates();
    }

    @Test
    void pageKnowsThatThereArePagesForBuyers() throws IOException {
        assertThat(page()).doesNotContain("Pages for buyers do not exist");
    }

    /** Each quoted sentence is in the guide, so that a changed one needs its test again. */
    @Test
    void sentencesOfTheGuideHaveATest() throws IOException {
        String guide =
                Files.readString(Path.of("src/docs/guides/hosted-pages.md")).replaceAll("\\s+", " ");
        List<String[]> quotes = page().lines()
                .filter(line -> line.startsWith("| \u201c"))
                .map(line -> line.split(" *\\| *", -1))
                .toList();
        assertThat(quotes).hasSizeGreaterThan(5).allSatisfy(cells -> {
            assertThat(guide).contains(cells[1].substring(1, cells[1].length() - 1));
            assertThat(cells[2]).containsPattern(REFERENCE);
        });
    }

    private static boolean isControlled(String row) {
        String control = row.substring(row.lastIndexOf("| ") + 2);
        return REFERENCE.matcher(control).find() || REASON.matcher(control).find();
    }

    @Test
    void every_threat_has_a_control() throws IOException {
        List<String> threats = threats(page());
        assertThat(threats).hasSizeGreaterThan(20).allMatch(SecurityPageTest::isControlled);
    }

    /** Control: a row whose last cell names no evidence is detected, whatever its tests. */
    @Test
    void a_threat_without_a_control_is_noticed() {
        String row = "| T0 | Sums are wrong | `QuoteTest#halves_are_rounded_up_once` | ";
        assertThat(threats(row + "an oracle |\n" + row + "  |\n" + row + "within it: no |\n" + row + "`QuoteTest` |"))
                .hasSize(4)
                .noneMatch(SecurityPageTest::isControlled);
        assertThat(threats(row + "within it: the key works before |")).allMatch(SecurityPageTest::isControlled);
    }

    /** Returns the rows of threats, without the final bar. */
    private static List<String> threats(String page) {
        return page.lines()
                .filter(line -> line.matches("\\| T\\d+ \\| .*"))
                .map(line -> line.replaceAll("\\|$", ""))
                .toList();
    }

    @Test
    void every_requirement_has_a_row_with_a_test_or_a_reason() throws IOException {
        TreeSet<String> due = new TreeSet<>();
        for (String section : REQUIREMENTS.split(" ")) {
            String[] parts = section.split("[:-]");
            IntStream.rangeClosed(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]))
                    .forEach(number -> due.add(parts[0] + "." + number));
        }
        Map<String, String> rows = rows(page());
        TreeSet<String> there = new TreeSet<>();
        rows.keySet().stream().filter(id -> id.matches("\\d+\\.\\d+\\.\\d+")).forEach(there::add);
        assertThat(there).isEqualTo(due);
        assertThat(due).hasSize(164);
        due.forEach(id -> assertThat(rows.get(id).length()).as(id).isGreaterThan(10));
    }
}
