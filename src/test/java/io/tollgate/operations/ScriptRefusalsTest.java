package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.operations.Scripts.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A script with wrong arguments prints what it accepts and does nothing. */
class ScriptRefusalsTest {
    private static final Pattern FUZZ = Pattern.compile("(ParserFuzzTest|LinkFuzzTest)#(\\w+)");

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void copy() throws Exception {
        scripts = Scripts.in(folder);
        scripts.write("src/test/java/CrashTest.java", "@Tag(\"C2\") @Tag(\"C10\") class CrashTest {}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scripts/chaos --short C9 | no row C9 | C2 C10",
                "scripts/chaos C1 | no row C1 | C2 C10",
                "scripts/chaos C2 --long | no row --long | C2 C10",
                "scripts/fuzz ParserFuzzTest#nope | no target ParserFuzzTest#nope | ParserFuzzTest#body",
                "scripts/fuzz ParserFuzzTest | no target ParserFuzzTest | ParserFuzzTest#body",
                "scripts/test --day 8 | --day must be | today",
                "scripts/test --all -Dtest=QuoteTest | --all and --day accept no options | Maven",
                "scripts/simulate --lanes 5 | does not accept --lanes | --scenarios",
                "scripts/simulate --scenarios | --scenarios | integer",
                "scripts/simulate --seed x | --seed | integer",
                "scripts/simulate --seed 5 --from 2 | --seed runs one scenario | --from",
                "scripts/mutation pricing prices | no such part: prices | pricing, resource",
                "scripts/reproduce HEAD HEAD~1 | one revision | HEAD HEAD~1",
                "scripts/drill base --bogus | base does not accept --bogus | --help",
                "scripts/drill base --records | --records | integer",
                "scripts/drill base --records x | --records | integer",
                "scripts/drill base --behind nginx | base does not accept --behind | --help",
                "scripts/drill restart --behind apache | --behind | nginx or haproxy",
                "scripts/drill install --records 5 | install does not accept --records | not",
                "scripts/bench table /nope | no file /nope | /nope",
                "scripts/bench read --json out | read does not accept --json | --records",
                "scripts/bench read --only write | read does not accept --only | --records",
                "scripts/bench write --records 5 | write does not accept --records | --seconds",
                "scripts/bench all --data there | all does not accept --data | --json",
                "scripts/bench all --only read,none | --only accepts read peers write pdf checkout renewals export "
                        + "webhooks log dashboard start | none",
                "scripts/bench compare HEAD HEAD --json out | compare does not accept --json | --only",
                "scripts/bench compare HEAD HEAD --only peers | --only accepts read write pdf | peers",
                "scripts/bench compare HEAD nosuch | no commit nosuch | nosuch",
                "scripts/bench compare HEAD HEAD --only read,pdf | one group at a time | compare"
            })
    void what_it_does_not_take_is_refused(String line, String message, String allowed) throws Exception {
        assertThat(scripts.bash("git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a")
                        .status())
                .isZero();

        Ended ended = scripts.type(line);

        assertThat(ended.said()).contains(message, allowed);
        assertThat(ended.status()).isEqualTo(2);
        assertThat(scripts.calls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "scripts/chaos --short C2 C10 | -Dchaos.rows=C2 | C10",
                "scripts/chaos | -Dchaos.rows=chaos | chaos",
                "scripts/simulate | -Dsimulation.scenarios=10000 | -Dsimulation.from=1",
                "scripts/simulate --scenarios 20 --from 7 | -Dsimulation.scenarios=20 | -Dsimulation.from=7",
                "scripts/simulate --seed 42 | -Dsimulation.scenarios=1 | -Dsimulation.from=42",
                "scripts/fuzz ParserFuzzTest#body | -Dtest=ParserFuzzTest#body | body"
            })
    void what_it_takes_is_run(String line, String option, String other) throws Exception {
        assertThat(scripts.type(line).status()).isZero();
        assertThat(scripts.calls())
                .singleElement()
                .satisfies(call -> assertThat(call).contains(option, other));
    }

    @Test
    void every_target_of_the_fuzzer_is_there() throws IOException {
        String script = Files.readString(Path.of("scripts/fuzz"));
        assertThat(FUZZ.matcher(script).results().toList())
                .hasSizeGreaterThan(6)
                .allSatisfy(target -> {
                    Path folder = Path.of(
                            "src/test/java/io/tollgate",
                            target.group(1).startsWith("Link") ? "sales/invoice" : "platform/http");
                    assertThat(Files.readString(folder.resolve(target.group(1) + ".java")))
                            .contains("void " + target.group(2) + "(");
                });
    }
}
