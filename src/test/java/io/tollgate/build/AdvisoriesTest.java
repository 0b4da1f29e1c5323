package io.tollgate.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No library with a known vulnerability is used, unless a reason is recorded. */
class AdvisoriesTest {
    private static final String NETTY = "io.netty";

    private static List<String> refused(List<Artifact> libraries) throws IOException {
        List<Advisory> refusing = Advisory.all().stream()
                .filter(advisory -> !advisory.isAccepted())
                .toList();
        return libraries.stream()
                .flatMap(library -> refusing.stream()
                        .filter(advisory -> advisory.hits(library))
                        .map(advisory -> advisory.against(library)))
                .toList();
    }

    private static Artifact library(String group, String name, String version) {
        return new Artifact(group, name, version, Path.of("none.jar"));
    }

    @Test
    void nothing_with_a_known_weakness_is_built_in() throws IOException {
        assertThat(Artifact.all()).hasSizeGreaterThan(80);
        assertThat(refused(Artifact.all())).isEmpty();
    }

    /** The load generator and the bench run on the same machines. */
    @ParameterizedTest
    @CsvSource({"loadtest, 70", "spring, 40"})
    void nor_into_the_other_builds(String build, int libraries) throws IOException {
        assertThat(Artifact.listed(build)).hasSizeGreaterThan(libraries);
        assertThat(refused(Artifact.listed(build))).isEmpty();
    }

    @Test
    void the_load_has_the_netty_of_the_gateway() throws IOException {
        assertThat(Artifact.listed("loadtest").stream()
                        .filter(library -> library.group().equals(NETTY))
                        .filter(library -> !library.name().startsWith("netty-tcnative")))
                .extracting(Artifact::version)
                .hasSizeGreaterThan(10)
                .containsOnly(version("netty-common"));
    }

    /** Control: versions that Tollgate once had, or that its libraries would pull in. */
    @ParameterizedTest
    @CsvSource({
        "io.netty, netty-codec-http, 4.2.13.Final, CVE-2026-89044",
        "io.netty, netty-codec-http2, 4.2.9.Final, CVE-2026-33871",
        "io.vertx, vertx-core, 5.0.11, CVE-2026-6860",
        "com.ongres.scram, scram-client, 3.1, CVE-2025-59432",
        "io.micrometer, micrometer-core, 1.15.11, CVE-2026-40984",
        "org.mozilla, rhino, 1.7.13, CVE-2025-66453",
        "org.mozilla, rhino, 1.8.0, CVE-2025-66453",
        "org.postgresql, postgresql, 42.7.6, CVE-2025-49146"
    })
    void an_old_version_is_refused(String group, String name, String version, String advisory) throws IOException {
        assertThat(refused(List.of(library(group, name, version))))
                .anySatisfy(told -> assertThat(told).contains(group + ":" + name + " " + version, advisory));
    }

    @Test
    void a_fixed_version_and_another_library_are_let_in() throws IOException {
        assertThat(refused(List.of(
                        library("org.mozilla", "rhino", "1.7.15.1"),
                        library("org.postgresql", "postgresql", "42.7.11"),
                        library("io.netty.incubator", "netty-codec", "0.0.1"))))
                .isEmpty();
    }

    @Test
    void what_is_accepted_is_still_there_to_be_accepted() throws IOException {
        assertThat(Advisory.all().stream().filter(Advisory::isAccepted))
                .allSatisfy(advisory -> assertThat(Artifact.all())
                        .as("%s applies no more: take its reason out", advisory.id())
                        .anyMatch(advisory::hits));
    }

    /** Mixed versions of a library fail in odd ways, and an advisory for one module may not name the others. */
    @Test
    void netty_is_of_one_version_with_its_native_transport() {
        List<Artifact> netty = Artifact.all().stream()
                .filter(library -> library.group().equals(NETTY))
                .toList();
        assertThat(netty).hasSizeGreaterThan(10);
        assertThat(netty)
                .extracting(Artifact::version)
                .containsOnly(netty.get(0).version());
        assertThat(netty)
                .extracting(library -> library.file().getFileName().toString())
                .anyMatch(file -> file.matches("netty-transport-native-epoll-.*-linux-x86_64\\.jar"));
    }

    @Test
    void vertx_is_of_one_version_but_for_extras_named_here() {
        assertThat(Artifact.all().stream()
                        .filter(library -> library.group().equals("io.vertx"))
                        .filter(library -> !List.of(
                                        "vertx-circuit-breaker",
                                        "vertx-openapi",
                                        "vertx-json-schema",
                                        "vertx-mail-client")
                                .contains(library.name())))
                .extracting(Artifact::version)
                .hasSizeGreaterThan(8)
                .containsOnly(version("vertx-core"));
    }

    private static String version(String name) {
        return Artifact.all().stream()
                .filter(library -> library.name().equals(name))
                .findFirst()
                .orElseThrow()
                .version();
    }

    @Test
    void a_malformed_line_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Advisory.of("a:b\t(,1)\tCVE\t1"));
        assertThatIllegalArgumentException().isThrownBy(() -> Advisory.of("a:b\t1.0\tCVE\t1\t"));
        assertThatIllegalArgumentException().isThrownBy(() -> Advisory.of("a:b\t(,1\tCVE\t1\t"));
    }
}
