package io.tollgate.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.operations.Scripts.Ended;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bench deletes only files that it has created. */
class BenchFolderTest {
    private static final String SOURCED = "root=$PWD\n. scripts/lib/common.sh\n. scripts/lib/bench.sh\n";

    @TempDir
    Path folder;

    private Scripts scripts;

    @BeforeEach
    void copy() throws Exception {
        scripts = Scripts.in(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"read", "peers", "write", "pdf", "start"})
    void a_folder_of_somebody_else_is_left_alone(String group) throws Exception {
        Path secret = scripts.write("theirs/secret", "secret");

        Ended ended = scripts.type("scripts/bench " + group + " --data theirs --quick");

        assertThat(ended.said()).contains("theirs has contents that scripts/bench did not create");
        assertThat(ended.status()).isEqualTo(2);
        assertThat(secret).content(StandardCharsets.UTF_8).isEqualTo("secret");
        assertThat(scripts.calls()).isEmpty();
    }

    @Test
    void nor_is_a_file_or_the_folder_of_its_own_name() throws Exception {
        scripts.write("file", "text");
        Path secret = scripts.write(".data/bench-write/secret", "secret");

        assertThat(scripts.type("scripts/bench read --data file").status()).isEqualTo(2);
        assertThat(scripts.type("scripts/bench write").status()).isEqualTo(2);
        assertThat(secret).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--records x", "--records 0", "--rounds -1", "--seconds 1.5", "--records 12345678"})
    void numbers_are_checked_before_anything_is_removed(String option) throws Exception {
        Path marker = scripts.write("filled/filled-1", "");

        Ended ended = scripts.type("scripts/bench read --data filled " + option);

        assertThat(ended.said()).contains("integers", option.split(" ")[1]);
        assertThat(ended.status()).isEqualTo(2);
        assertThat(marker).exists();
    }

    @Test
    void what_it_made_itself_is_made_anew() throws Exception {
        scripts.write("filled/filled-1", "");
        Path old = scripts.write("filled/old", "");
        Files.createDirectories(folder.resolve("bare"));

        Ended ended = scripts.bash(SOURCED + "empty filled; empty bare; empty new");

        assertThat(ended.said()).isEmpty();
        assertThat(old).doesNotExist();
        assertThat(folder.resolve("filled")).isDirectoryContaining("glob:**/filled-not");
        assertThat(scripts.bash(SOURCED + "empty filled; empty bare; empty new").status())
                .isZero();
    }
}
