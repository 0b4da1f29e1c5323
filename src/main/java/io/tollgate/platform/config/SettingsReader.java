package io.tollgate.platform.config;

import io.tollgate.platform.error.NearestName;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads, merges and validates the settings of a record type. Reports all problems together. */
public final class SettingsReader {
    private final List<SettingDeclaration> declarations;
    private final Map<String, Object> values = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    private SettingsReader(List<SettingDeclaration> declarations) {
        this.declarations = declarations;
    }

    /**
     * Reads all sources. Relative paths from defaults and from the file resolve against {@code home}, other relative
     * paths against the working directory.
     *
     * @throws WrongSetting with one line for each problem
     */
    public static <R extends Record> R read(
            Class<R> type, @Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        SettingsReader reader = new SettingsReader(SettingsRecords.declarations(type));
        Path home = Path.of(environment.getOrDefault(Environment.HOME, ""));
        reader.readDefaults(home);
        reader.readFile(file, home);
        reader.readEnvironment(environment);
        reader.readFlags(flags);
        reader.fillDataPaths();
        // Settings with a problem keep their values from the sources before, so the record can be created.
        R settings = SettingsRecords.create(type, reader::value);
        reader.problems.addAll(SettingsRecords.problems(settings));
        if (!reader.problems.isEmpty()) {
            throw new WrongSetting(reader.problems);
        }
        return settings;
    }

    /** Returns the defaults of a record type. */
    public static <R extends Record> R defaults(Class<R> type) {
        return read(type, null, Map.of(), Map.of());
    }

    private record Source(String label, Path base) {}

    private Optional<SettingDeclaration> find(Function<SettingDeclaration, String> nameOf, String name) {
        return declarations.stream()
                .filter(setting -> nameOf.apply(setting).equals(name))
                .findFirst();
    }

    private void readDefaults(Path home) {
        declarations.forEach(
                setting -> put(setting, setting.defaultValue(), new Source("default of " + setting.name(), home)));
    }

    private void readFile(@Nullable Path file, Path home) {
        if (file == null) {
            return;
        }
        SettingsFile.read(file, problems).forEach((name, value) -> {
            String label = name + " in " + file;
            find(SettingDeclaration::name, name)
                    .ifPresentOrElse(
                            setting -> put(setting, value, new Source(label, home)),
                            () -> unknown(label, name, SettingDeclaration::name));
        });
    }

    private void readEnvironment(Map<String, String> environment) {
        environment.keySet().stream()
                .filter(variable -> variable.startsWith(Environment.PREFIX))
                .filter(variable -> !Environment.OTHER_NAMES.contains(variable))
                .sorted()
                .forEach(variable ->
                        readText(variable, environment.getOrDefault(variable, ""), SettingDeclaration::variable));
    }

    private void readFlags(Map<String, String> flags) {
        flags.forEach((name, text) -> readText(name, text, SettingDeclaration::name));
    }

    private void readText(String name, String text, Function<SettingDeclaration, String> nameOf) {
        find(nameOf, name)
                .ifPresentOrElse(
                        setting -> put(setting, setting.kind().parse(text), new Source(name, Path.of(""))),
                        () -> unknown(name, name, nameOf));
    }

    private void unknown(String label, String wrong, Function<SettingDeclaration, String> nameOf) {
        String guess = NearestName.to(wrong, declarations.stream().map(nameOf).toList())
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        problems.add(label + ": no such setting" + guess);
    }

    private void put(SettingDeclaration setting, Object value, Source source) {
        String problem = Checks.problem(setting, value);
        if (problem != null) {
            problems.add(source.label() + ": " + problem);
            return;
        }
        values.put(
                setting.name(), setting.kind() == SettingDeclaration.Kind.PATH ? path((String) value, source) : value);
    }

    /** Leaves an empty value (unset) and a dash (stdout) unresolved. */
    private String path(String text, Source source) {
        if (text.isEmpty() || text.equals("-")) {
            return text;
        }
        try {
            return source.base().resolve(text).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException invalid) {
            problems.add(source.label() + ": must be a path");
            return "";
        }
    }

    private void fillDataPaths() {
        for (SettingDeclaration setting : declarations) {
            if (!setting.inDataDir().isEmpty() && value(setting.name()).equals("")) {
                Path dataDir = Path.of((String) value("dataDir"));
                values.put(setting.name(), dataDir.resolve(setting.inDataDir()).toString());
            }
        }
    }

    private Object value(String name) {
        return Objects.requireNonNull(values.get(name), name);
    }
}
