package io.tollgate.platform.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples in all languages send the same requests as the sample in curl. Each runs as a reader would run it. */
class SampleLanguagesTest {
    private static final String BODY = """
            {"name": "$NAME", "title": "Say \\"hi\\" \\\\ 100 %s, déjà vu", "testmode": true, "description": null,
             "fields": [{"label": "Where did you hear of us?", "element": "text"}]}""";

    private static final CurlCommand WRITE = CurlCommand.parse("""
            curl -X POST "$TOLLGATE_URL/v1/forms" \\
              -H "Authorization: Bearer $TOLLGATE_TEST_KEY" \\
              -H 'Idempotency-Key: from-"quotes"' \\
              --json @- <<EOF
            %s
            EOF
            """.formatted(BODY));

    private static final CurlCommand DOWNLOAD = CurlCommand.parse("""
            curl "$TOLLGATE_URL/v1/forms?limit=1" -H "Authorization: Bearer $TOLLGATE_TEST_KEY" -o forms.json
            """);

    private record Language(String name, String file, List<String> command) {
        @Override
        public String toString() {
            return name;
        }

        String sample(CurlCommand of) {
            return switch (name) {
                case "Java" -> JavaSample.of(of);
                case "JavaScript" -> JavaScriptSample.of(of);
                default -> PythonSample.of(of);
            };
        }
    }

    @TempDir
    private Path folder;

    static Stream<Language> languages() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Stream.of(
                new Language("Java", "Sample.java", List.of(java)),
                new Language("JavaScript", "sample.mjs", List.of("node")),
                new Language("Python", "sample.py", List.of("python3")));
    }

    @ParameterizedTest
    @MethodSource("languages")
    void a_write_arrives_as_it_is_written(Language language) throws Exception {
        assumeTrue(canRun(language));
        TestSeller seller = TestGateway.shared().seller();
        assertThat(run(language, WRITE, seller)).startsWith("201");
        var forms = seller.test().get("/v1/forms").expect(200).json().get("data");
        assertThat(forms).hasSize(1);
        assertThat(forms.get(0).get("name").textValue()).isEqualTo("Form of " + language);
        assertThat(forms.get(0).get("title").textValue()).isEqualTo("Say \"hi\" \\ 100 %s, déjà vu");
        assertThat(forms.get(0).get("testmode").booleanValue()).isTrue();
        assertThat(forms.get(0).get("fields").toString()).contains("Where did you hear of us?");
    }

    @ParameterizedTest
    @MethodSource("languages")
    void a_download_is_stored(Language language) throws Exception {
        assumeTrue(canRun(language));
        run(language, DOWNLOAD, TestGateway.shared().seller());
        assertThat(Files.readString(folder.resolve("forms.json"))).contains("\"total\":0");
    }

    private String run(Language language, CurlCommand command, TestSeller seller)
            throws IOException, InterruptedException {
        Files.writeString(folder.resolve(language.file()), language.sample(command));
        Process process = started(
                Stream.concat(language.command().stream(), Stream.of(language.file()))
                        .toList(),
                language,
                seller);
        assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(folder.resolve("said"));
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }

    private Process started(List<String> command, Language language, TestSeller seller) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("TOLLGATE_URL", TestGateway.shared().url());
        builder.environment().put("TOLLGATE_TEST_KEY", seller.testKey());
        builder.environment().put("NAME", "Form of " + language);
        return builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
    }

    /** Java is always installed; the other languages may be missing. */
    private static boolean canRun(Language language) throws InterruptedException {
        List<String> trial = language.name().equals("Python")
                ? List.of("python3", "-c", "import requests")
                : List.of(language.command().get(0), "--version");
        try {
            return new ProcessBuilder(trial)
                            .redirectErrorStream(true)
                            .redirectOutput(new File("/dev/null"))
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void an_option_that_no_language_knows_is_rejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> CurlCommand.parse("curl --compressed http://a\n"));
        assertThatIllegalArgumentException().isThrownBy(() -> CurlCommand.parse("curl http://a -H\n"));
        assertThatIllegalArgumentException().isThrownBy(() -> CurlCommand.parse("curl http://a --json '{'\n"));
    }
}
