package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs that read the files in conf accept them, where these programs are installed. */
class ConfFilesTest {
    @TempDir
    Path folder;

    /** Returns the path of a program, or skips the test. */
    private static String program(String name) {
        var found = Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(found.isPresent(), name + " is not installed");
        return found.orElseThrow().toString();
    }

    private static void accepted(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** Copies a file of conf and replaces the first text of each pair, which must be present, by the second. */
    private String copy(String name, String... changes) throws IOException {
        String text = Files.readString(Path.of("conf", name));
        for (int i = 0; i < changes.length; i += 2) {
            assertThat(text).contains(changes[i]);
            text = text.replace(changes[i], changes[i + 1]);
        }
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void prometheus_reads_the_alerts() throws Exception {
        accepted(program("promtool"), "check", "rules", "src/docs/alerts.yml");
    }

    @Test
    void systemd_reads_the_unit() throws Exception {
        String command = Path.of("conf/tollgate").toAbsolutePath().toString();
        accepted(program("systemd-analyze"), "verify", copy("tollgate.service", "/opt/tollgate/tollgate", command));
    }

    /** A wrong setting ends the program with this status; see {@code TollgateCommandTest}. */
    @Test
    void the_unit_is_not_restarted_for_a_wrong_setting() throws IOException {
        assertThat(Files.readString(Path.of("conf/tollgate.service")))
                .contains("\nRestart=always\n", "\nRestartPreventExitStatus=78\n");
    }

    @Test
    void haproxy_reads_its_file() throws Exception {
        String haproxy = program("haproxy");
        TestCertificate certificate = TestCertificate.in(folder, "api");
        Path both = folder.resolve("both.pem");
        Files.writeString(both, Files.readString(certificate.certificate()) + Files.readString(certificate.key()));
        accepted(haproxy, "-c", "-f", copy("haproxy.cfg", "/etc/haproxy/tollgate.pem", both.toString()));
    }

    /** Replaces ports and folders by ones that an ordinary user may use. */
    @Test
    void nginx_reads_its_file() throws Exception {
        String nginx = program("nginx");
        TestCertificate certificate = TestCertificate.in(folder, "api");
        StringBuilder http = new StringBuilder("http {\n");
        for (String kind : new String[] {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
            http.append(kind + "_temp_path " + folder.resolve(kind) + ";\n");
        }
        String conf = copy(
                "nginx.conf",
                "/etc/nginx/tollgate.pem",
                certificate.certificate().toString(),
                "/etc/nginx/tollgate.key",
                certificate.key().toString(),
                "listen 443 ssl",
                "listen 127.0.0.1:8443 ssl",
                "http {\n",
                http.toString());
        accepted(nginx, "-t", "-e", "stderr", "-g", "pid " + folder.resolve("pid") + ";", "-c", conf);
    }
}
