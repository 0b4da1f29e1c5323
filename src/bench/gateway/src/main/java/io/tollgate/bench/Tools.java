package io.tollgate.bench;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Programs that a measurement needs and a machine may lack. */
final class Tools {
    private Tools() {}

    static List<String> missing(List<String> tools) {
        return missing(tools, System.getenv().getOrDefault("PATH", ""));
    }

    static List<String> missing(List<String> tools, String path) {
        List<Path> folders = Arrays.stream(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .toList();
        return tools.stream()
                .filter(tool -> folders.stream().noneMatch(folder -> Files.isExecutable(folder.resolve(tool))))
                .toList();
    }
}
