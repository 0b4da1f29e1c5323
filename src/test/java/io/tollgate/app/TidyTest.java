package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Limits on the length of files, methods and lines, and on vague names. */
class TidyTest {
    private static final int FILE_LINES_MAX = 300;
    private static final int METHOD_LINES_MAX = 40;
    private static final int LINE_LENGTH_MAX = 120;
    private static final int DEFINITION_FILES_MAX = 11;
    private static final int DEFINITION_LINES_MAX = 800;

    private static final Pattern BANNED =
            Pattern.compile("\\b\\w+(Service|Manager|Helper|Utils?|Impl|Dto|DTO|Entity|Data|Info)\\b");

    /** The declaration of a type; names of library types do not count. */
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");

    /** What the top folder may contain, besides hidden files. The build directory is not part of the sources. */
    private static final List<String> TOP =
            List.of("LICENSE", "README.md", "conf", "mvnw", "mvnw.cmd", "pom.xml", "scripts", "src", "target");

    private record Source(Path path, List<String> lines) {}

    private static List<Source> sources(String folder) {
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(TidyTest::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Source read(Path file) {
        try {
            return new Source(file, Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Source> all() {
        List<Source> all = new ArrayList<>(sources("src/main/java"));
        all.addAll(sources("src/test/java"));
        // Separate builds keep the same style.
        all.addAll(sources("src/loadtest/src"));
        all.addAll(sources("src/bench/gateway/src"));
        return all;
    }

    @Test
    void nothing_else_lies_at_the_top() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(""))) {
            assertThat(files.map(Path::toString).filter(name -> !name.startsWith(".")))
                    .isSubsetOf(TOP);
        }
    }

    @Test
    void files_are_short() {
        assertThat(all())
                .filteredOn(source -> source.lines().size() > FILE_LINES_MAX)
                .extracting(Source::path)
                .isEmpty();
    }

    @Test
    void lines_fit_the_page() {
        List<String> wide = new ArrayList<>();
        for (Source source : all()) {
            for (int i = 0; i < source.lines().size(); i++) {
                if (source.lines()
                                .get(i)
                                .codePointCount(0, source.lines().get(i).length())
                        > LINE_LENGTH_MAX) {
                    wide.add(source.path() + ":" + (i + 1));
                }
            }
        }
        assertThat(wide).isEmpty();
    }

    @Test
    void methods_are_short() throws IOException {
        Map<String, Long> methods =
                MethodLines.of(all().stream().map(Source::path).toList());
        assertThat(methods).hasSizeGreaterThan(100);
        assertThat(methods.keySet())
                .filteredOn(method -> methods.get(method) > METHOD_LINES_MAX)
                .isEmpty();
    }

    @Test
    void names_say_what_a_thing_is() {
        List<String> banned = new ArrayList<>();
        for (Source source : all()) {
            for (String line : source.lines()) {
                var declared = DECLARATION.matcher(line);
                if (!line.strip().startsWith("*")
                        && declared.find()
                        && BANNED.matcher(declared.group(1)).matches()) {
                    banned.add(declared.group(1) + " in " + source.path());
                }
            }
        }
        assertThat(banned).isEmpty();
    }

    @Test
    void every_package_says_what_it_is_and_every_type_too() {
        List<String> silent = new ArrayList<>();
        List<Source> described = new ArrayList<>(sources("src/main/java"));
        described.addAll(sources("src/loadtest/src/main/java"));
        described.addAll(sources("src/bench/gateway/src/main/java"));
        for (Source source : described) {
            if (!Files.exists(source.path().resolveSibling("package-info.java"))) {
                silent.add(source.path().getParent().toString());
            }
            if (!source.path().endsWith("package-info.java") && !hasJavadoc(source.lines())) {
                silent.add(source.path().toString());
            }
        }
        assertThat(silent).isEmpty();
    }

    /** A comment precedes the first type of every file. */
    private static boolean hasJavadoc(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith("/**")) {
                return true;
            }
            if (DECLARATION.matcher(line).find()) {
                return false;
            }
        }
        return false;
    }

    /** The definitions of lists stay short enough to be read at once. */
    @Test
    void the_declarative_core_stays_small() {
        List<Source> core = sources("src/main/java/io/tollgate/platform/resource");
        assertThat(core).hasSizeLessThanOrEqualTo(DEFINITION_FILES_MAX);
        long code = core.stream()
                .flatMap(source -> source.lines().stream())
                .map(String::strip)
                .filter(line ->
                        !line.isEmpty() && !line.startsWith("*") && !line.startsWith("/") && !line.startsWith("import"))
                .count();
        assertThat(code).as("lines of code, without comments and imports").isLessThanOrEqualTo(DEFINITION_LINES_MAX);
    }
}
