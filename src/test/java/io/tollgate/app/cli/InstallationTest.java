package io.tollgate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documented installation prepares everything that the command {@code tollgate} uses, without systemd too. */
class InstallationTest {
    private static final Pattern PATH = Pattern.compile("=\"\\$\\{TOLLGATE_\\w+:-(/(?:var|etc)/\\S+)}\"");

    @Test
    void foldersOfTheCommandAreMade() throws IOException {
        String guide = Files.readString(Path.of("src/docs/operations.md"));
        String folders =
                guide.lines().filter(line -> line.contains("install -d ")).reduce("", (all, line) -> all + line + " ");
        assertThat(PATH.matcher(Files.readString(Path.of("conf/tollgate"))).results())
                .hasSize(4)
                .allSatisfy(found -> {
                    Path path = Path.of(found.group(1));
                    String folder = path.getNameCount() > 2 && !path.endsWith("tollgate")
                            ? path.getParent().toString()
                            : path.toString();
                    assertThat(folders).contains(folder.startsWith("/etc") ? "/etc/tollgate" : folder);
                });
    }
}
