package io.tollgate.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents name only packages and classes that exist, and the architecture page names every package. */
class DocumentPathsTest {
    private static final List<Path> SOURCES = List.of(
            Path.of("src/main/java/io/tollgate"),
            Path.of("src/test/java/io/tollgate"),
            Path.of("src/loadtest/src/main/java/io/tollgate"));

    /** A class with at least the last part of its package, such as {@code db/Ids} or {@code platform/db/Ids}. */
    private static final Pattern CLASS =
            Pattern.compile("(?<![\\w/.{}-])((?:[a-z][a-z0-9]*/)+[A-Z][a-z]\\w*)(?![\\w/]*\\.(?:md|png|jar|conf))");

    /** A package by its full path from a room on, such as {@code platform/db}. */
    private static final Pattern PACKAGE = Pattern.compile(
            "`((?:app|storefront|sales|catalog|accounts|processor|pdf|platform|tools)/[a-z][a-z0-9/]*)`");

    private static final Pattern QUALIFIED = Pattern.compile("\\bio\\.tollgate((?:\\.[a-z]\\w*)+)");

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("README.md")),
                            files.filter(file -> file.toString().endsWith(".md")))
                    .toList();
        }
    }

    /** Returns the paths of all classes, each with a leading slash and without the extension. */
    private static Set<String> classes(Path source) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> "/" + source.relativize(file).toString().replaceFirst("\\.java$", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> classes() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (Path source : SOURCES) {
            classes.addAll(classes(source));
        }
        return classes;
    }

    private static Set<String> packages(Set<String> classes) {
        return classes.stream()
                .map(name -> name.substring(0, name.lastIndexOf('/')))
                .filter(name -> !name.isEmpty())
                .map(name -> name.substring(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .distinct();
    }

    /** Returns the names in a text that no class and no package has. */
    private static List<String> missing(String text, Set<String> classes) {
        Set<String> packages = packages(classes);
        Stream<String> missingClasses = matches(CLASS, text)
                .filter(name -> classes.stream().noneMatch(existing -> existing.endsWith("/" + name)));
        Stream<String> missingPackages = Stream.concat(
                        matches(PACKAGE, text),
                        matches(QUALIFIED, text).map(name -> name.substring(1).replace('.', '/')))
                .filter(name -> packages.stream().noneMatch(existing -> (existing + "/").startsWith(name + "/")));
        return Stream.concat(missingClasses, missingPackages).toList();
    }

    @Test
    void documents_name_existing_classes_and_packages() throws IOException {
        Set<String> classes = classes();
        int names = 0;
        for (Path document : documents()) {
            String text = read(document);
            assertThat(missing(text, classes)).as(document.toString()).isEmpty();
            names += (int) matches(CLASS, text).count();
        }
        assertThat(names).as("names that were checked").isGreaterThan(50);
    }

    /** Control: names of before a move are detected. */
    @Test
    void a_name_that_is_gone_is_noticed() throws IOException {
        assertThat(missing(
                        "`db/Ids`, `platform/db/Ids.next`, `sales/db/Ids`, db/Idz `platform/db` `sales/order`"
                                + " io.tollgate.chaos io.tollgate.order conf/gateway.json [A](src/docs/API.md)",
                        classes()))
                .containsExactly("sales/db/Ids", "db/Idz", "sales/order", "order");
    }

    @Test
    void the_architecture_page_has_every_package_once() throws IOException {
        List<String> rows = read(Path.of("src/docs/ARCHITECTURE.md"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .flatMap(cell -> Pattern.compile("`([a-z/]+)`").matcher(cell).results())
                .map(found -> found.group(1))
                .toList();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(packages(classes(SOURCES.get(0))));
    }
}
