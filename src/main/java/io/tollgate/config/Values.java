package io.tollgate.config;

import io.tollgate.error.NearestName;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The validated value of every setting, merged from all sources. Reports all problems together. */
public final class Values {
    private final Map<String, Object> values = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    private Values() {}

    /**
     * Reads all sources. Relative paths from defaults and from the file resolve against {@code home}, other relative
     * paths against the working directory.
     */
    public static Values read(@Nullable Path file, Map<String, String> environment, Map<String, String> flags) {
        Path home = Path.of(environment.getOrDefault(Environment.HOME, ""));
        Values values = new Values();
        Settings.ALL.forEach(
                setting -> values.put(setting, setting.standard(), new Source("default of " + setting.name(), home)));
        values.readFile(file, home);
        values.readEnvironment(environment);
        values.readFlags(flags);
        values.checkTogether();
        if (!values.problems.isEmpty()) {
            throw new WrongSetting(values.problems);
        }
        return values;
    }

    private record Source(String label, Path base) {}

    private void readFile(@Nullable Path file, Path home) {
        if (file == null) {
            return;
        }
        SettingsFile.read(file, problems).forEach((name, value) -> {
            String label = name + " in " + file;
            Settings.named(name)
                    .ifPresentOrElse(
                            setting -> put(setting, value, new Source(label, home)),
                            () -> unknown(label, name, Setting::name));
        });
    }

    private void readEnvironment(Map<String, String> environment) {
        Source source = new Source("", Path.of(""));
        environment.keySet().stream()
                .filter(variable -> variable.startsWith(Environment.PREFIX))
                .filter(variable -> !Environment.OTHER_NAMES.contains(variable))
                .sorted()
                .forEach(variable -> Settings.ALL.stream()
                        .filter(setting -> setting.variable().equals(variable))
                        .findFirst()
                        .ifPresentOrElse(
                                setting -> putText(
                                        setting,
                                        environment.getOrDefault(variable, ""),
                                        new Source(variable, source.base())),
                                () -> unknown(variable, variable, Setting::variable)));
    }

    private void readFlags(Map<String, String> flags) {
        flags.forEach((name, text) -> Settings.named(name)
                .ifPresentOrElse(
                        setting -> putText(setting, text, new Source(name, Path.of(""))),
                        () -> unknown(name, name, Setting::name)));
    }

    private void unknown(String label, String wrong, Function<Setting, String> nameOf) {
        String guess = NearestName.to(wrong, Settings.ALL.stream().map(nameOf).toList())
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        problems.add(label + ": no such setting" + guess);
    }

    private void putText(Setting setting, String text, Source source) {
        Object value = switch (setting.kind()) {
            case TEXT, PATH, URL -> text;
            case NUMBER -> text.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(text) : text;
            case YES_NO -> text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : text;
            case LIST ->
                Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(part -> !part.isEmpty())
                        .toList();
        };
        put(setting, value, source);
    }

    private void put(Setting setting, Object value, Source source) {
        String problem = Checks.problem(setting, value);
        if (problem != null) {
            problems.add(source.label() + ": " + problem);
            return;
        }
        values.put(setting.name(), setting.kind() == Setting.Kind.PATH ? path((String) value, source) : value);
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

    private void checkTogether() {
        if (text("tls.certificate").isEmpty() != text("tls.key").isEmpty()) {
            problems.add("tls.certificate and tls.key: set both or neither");
        }
        if (number("database.queryTimeoutMillis") <= number("database.statementTimeoutMillis")) {
            problems.add("database.queryTimeoutMillis: must exceed database.statementTimeoutMillis,"
                    + " so that Postgres reports slow statements first");
        }
        if (!text("processor.url").matches("|https://.*|http://(?:127\\.0\\.0\\.1|localhost)(?:[:/].*)?")) {
            problems.add(
                    "processor.url: must be https, since it receives secret keys; http is allowed only on loopback");
        }
        if (number("port") != 0 && number("port") == number("managementPort")) {
            problems.add("port and managementPort: must differ");
        }
    }

    private Object value(String name) {
        return Objects.requireNonNull(values.get(name), name);
    }

    public String text(String name) {
        return (String) value(name);
    }

    public int number(String name) {
        return Math.toIntExact((Long) value(name));
    }

    public boolean yesNo(String name) {
        return (Boolean) value(name);
    }

    public List<String> list(String name) {
        return ((List<?>) value(name)).stream().map(String.class::cast).toList();
    }
}
