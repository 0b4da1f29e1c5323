package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A copy of the scripts in a temporary folder, where Java and Maven only record their calls. */
final class Scripts {
    private static final String NOTE = "echo \"$(basename \"$0\") $*\" >>\"$CALLS\"\n";

    private final Path root;
    private final Path calls;
    private final Map<String, String> environment = new HashMap<>();

    record Ended(int status, String said) {}

    private Scripts(Path root) {
        this.root = root;
        this.calls = root.resolve("calls");
    }

    /** Uses an empty folder; the program counts as built. */
    static Scripts in(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("scripts"))) {
            for (Path file : files.toList()) {
                Path copy = root.resolve(file.toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                    assertThat(copy.toFile().setExecutable(true)).isTrue();
                }
            }
        }
        Scripts scripts = new Scripts(root);
        scripts.write("pom.xml", "");
        scripts.write("src/main/none", "");
        scripts.write("src/docs/guides/none", "");
        scripts.write("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
        scripts.program("jdk/bin/java", NOTE);
        scripts.program("jdk/bin/javac", NOTE);
        scripts.program("jdk/bin/mvn", "[ \"$*\" != '-B -v' ] || { echo Apache Maven 3.9.9; exit; }\n" + NOTE);
        scripts.write("target/tollgate-1-all.jar", "program");
        return scripts;
    }

    Path write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    void program(String name, String body) throws IOException {
        assertThat(write(name, "#!/bin/sh\n" + body).toFile().setExecutable(true))
                .isTrue();
    }

    void environment(String name, String value) {
        environment.put(name, value);
    }

    Ended bash(String text) throws IOException, InterruptedException {
        return run(List.of("bash", "-euc", text));
    }

    /** Runs a script with arguments, of which none contains a space. */
    Ended type(String line) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(line.split(" ")));
        command.set(0, root.resolve(command.get(0)).toString());
        return run(command);
    }

    private Ended run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().put("CALLS", calls.toString());
        builder.environment().merge("PATH", root.resolve("jdk/bin").toString(), (path, own) -> own + ":" + path);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), said);
    }

    /** Returns the calls of Java and Maven by the script. */
    List<String> calls() {
        try {
            return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void forget() throws IOException {
        Files.deleteIfExists(calls);
    }
}
