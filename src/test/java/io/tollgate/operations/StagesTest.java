package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.operations.Scripts.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two stages of the tests: the rotation of the second, and what scripts/test does with a failure there. */
class StagesTest {
    private static final Pattern LINE = Pattern.compile("(?m)^([1-7]) (\\w+|scripts/.+)$");
    private static final Pattern SEEDS = Pattern.compile("scripts/simulate --scenarios (\\d+) --from (\\d+)");
    private static final Pattern TARGET = Pattern.compile("\\w+FuzzTest#\\w+");

    /** Writes a report of one test, which fails in the first runs of the second stage. */
    private static final String MAVEN = """
            [ "$*" != '-B -v' ] || { echo Apache Maven 3.9.9; exit; }
            echo "mvn $*" >>"$CALLS"
            class=FirstTest failures=0
            case "$*" in
                *AlphaTest*)
                    class=AlphaTest
                    echo x >>runs
                    [ "$(wc -l <runs)" -gt "$FAILING" ] || failures=1
                    ;;
            esac
            mkdir -p target/surefire-reports
            {
                echo "<testsuite name=\\"a.$class\\" time=\\"1.5\\""
                echo "  tests=\\"1\\" errors=\\"0\\" failures=\\"$failures\\">"
                [ $failures = 0 ] || echo '<failure message="wrong">'
            } >target/surefire-reports/TEST-a.$class.xml
            exit $failures
            """;

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void copy() throws IOException {
        scripts = Scripts.in(folder);
        scripts.program("jdk/bin/mvn", MAVEN);
        scripts.program("jdk/bin/chromium", "");
        scripts.program("scripts/lint-openapi", "");
        scripts.program("scripts/check", "echo \"check $*\" >>\"$CALLS\"\nexit $CHECK\n");
        scripts.write("src/test/second-stage", "# two days\n2 BetaTest\n3 AlphaTest\n3 scripts/check Well#done\n");
        scripts.environment("CHECK", "0");
        scripts.environment("FAILING", "0");
    }

    private static List<MatchResult> plan() throws IOException {
        return LINE.matcher(Files.readString(Path.of("src/test/second-stage")))
                .results()
                .toList();
    }

    private static List<String> annotated() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.filter(file -> file.toString().endsWith("Test.java"))
                    .filter(StagesTest::isOfSecondStage)
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .toList();
        }
    }

    private static boolean isOfSecondStage(Path file) {
        try {
            return Files.readString(file).matches("(?s).*\n *@SecondStage\n.*");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void each_class_of_the_second_stage_is_in_one_day() throws IOException {
        assertThat(plan().stream().map(line -> line.group(2)).filter(item -> !item.contains("/")))
                .hasSizeGreaterThan(30)
                .containsExactlyInAnyOrderElementsOf(annotated());
        assertThat(plan().stream().map(line -> line.group(1)).distinct())
                .containsExactly("1", "2", "3", "4", "5", "6", "7");
    }

    @Test
    void seven_days_simulate_ten_thousand_seeds_and_fuzz_each_target() throws IOException {
        String text = Files.readString(Path.of("src/test/second-stage"));
        assertThat(SEEDS.matcher(text).results().flatMapToLong(seeds -> {
                    long from = Long.parseLong(seeds.group(2));
                    return LongStream.range(from, from + Long.parseLong(seeds.group(1)));
                }))
                .isEqualTo(LongStream.rangeClosed(1, 10_000).boxed().toList());
        assertThat(targets(text))
                .containsExactlyInAnyOrderElementsOf(targets(Files.readString(Path.of("scripts/fuzz"))));
    }

    private static List<String> targets(String text) {
        return TARGET.matcher(text).results().map(MatchResult::group).toList();
    }

    @Test
    void one_day_runs_after_the_first_stage() throws Exception {
        Ended ended = scripts.type("scripts/test --day 3");
        assertThat(ended.said())
                .contains("1.5 s a.AlphaTest", "1.5 s a.FirstTest")
                .endsWith("2 passed, 0 failed, 0 skipped\n");
        assertThat(ended.status()).isZero();
        List<String> calls = scripts.calls();
        assertThat(calls).hasSize(3);
        assertThat(calls.get(0)).contains("clean verify");
        assertThat(calls.get(1)).contains("surefire:test", "-Dtest=AlphaTest ", "-Dgroups=second-stage");
        assertThat(calls.get(2)).isEqualTo("check Well#done");
    }

    @Test
    void all_days_run_in_turn() throws Exception {
        assertThat(scripts.type("scripts/test --all").status()).isEqualTo(1);
        assertThat(scripts.calls().get(1)).contains("-Dtest=BetaTest,AlphaTest ");
    }

    @Test
    void a_failure_counts_only_if_it_repeats_alone() throws Exception {
        scripts.environment("FAILING", "1");
        Ended ended = scripts.type("scripts/test --day 3");
        assertThat(ended.said())
                .contains("AlphaTest failed; repeating it alone")
                .endsWith("2 passed, 0 failed, 0 skipped\n");
        assertThat(ended.status()).isZero();
    }

    @Test
    void a_failure_that_repeats_fails_the_run() throws Exception {
        scripts.environment("FAILING", "2");
        Ended ended = scripts.type("scripts/test --day 3");
        assertThat(ended.said()).contains("Failed: AlphaTest").endsWith("1 passed, 1 failed, 0 skipped\n");
        assertThat(ended.status()).isEqualTo(1);
    }

    @Test
    void what_the_time_limit_leaves_out_is_named() throws Exception {
        Ended ended = scripts.bash("""
                root=. maven=mvn browser=()
                . scripts/lib/stages.sh
                end=1 end_of_repeats=1
                classes_step AlphaTest,BetaTest
                script_step scripts/check
                echo "${skipped_items[*]}, ${#failures[@]} failures"
                """);
        assertThat(ended.said()).endsWith("AlphaTest BetaTest scripts/check, 0 failures\n");
        assertThat(scripts.calls()).isEmpty();
    }

    /** Such a script exits with 2 if a program that it needs is missing. */
    @Test
    void a_script_that_fails_twice_fails_the_run_and_one_that_cannot_run_is_named() throws Exception {
        scripts.environment("CHECK", "1");
        Ended failed = scripts.type("scripts/test --day 3");
        assertThat(failed.said()).contains("Failed: scripts/check Well#done");
        assertThat(failed.status()).isEqualTo(1);
        scripts.environment("CHECK", "2");
        Ended absent = scripts.type("scripts/test --day 3");
        assertThat(absent.said()).contains("Not run, or not to the end: scripts/check Well#done");
        assertThat(absent.status()).isZero();
    }
}
