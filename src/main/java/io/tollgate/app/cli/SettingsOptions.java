package io.tollgate.app.cli;

import io.tollgate.app.Config;
import io.tollgate.platform.config.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options common to all commands: the locations of settings, data and database. */
final class SettingsOptions {
    private static final Path DEFAULT_FILE = Path.of("conf", "gateway.json");

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Settings file (TOLLGATE_CONFIG; default: conf/gateway.json).")
    private @Nullable Path file;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Folder for all local data (TOLLGATE_DATA_DIR; default: .data).")
    private @Nullable String dataDir;

    @Option(
            names = "--database-url",
            paramLabel = "URL",
            description = "Postgres to use instead of the embedded one, as postgres://user:password@host:port/database"
                    + " (TOLLGATE_DATABASE_URL).")
    private @Nullable String databaseUrl;

    Config load() {
        return load(Map.of());
    }

    /** Loads the settings with the given ones as overrides. */
    Config load(Map<String, String> more) {
        Map<String, String> flags = new HashMap<>(more);
        put(flags, "dataDir", dataDir);
        put(flags, "database.url", databaseUrl);
        return Config.load(fileToRead(), System.getenv(), flags);
    }

    /** Returns the defaults, without file, flags and environment except the home folder. */
    static Config defaults() {
        return defaults(Map.of());
    }

    private static Config defaults(Map<String, String> but) {
        Map<String, String> place = new HashMap<>(System.getenv());
        place.keySet().removeIf(name -> !name.equals(Environment.HOME));
        return Config.load(null, place, but);
    }

    /**
     * Returns the settings that differ from the defaults, except those derived from other settings, such as paths in
     * a folder.
     */
    static String otherThanDefaults(Config config) {
        Map<String, String> chosen = Map.of(
                "dataDir", config.dataDir().toString(),
                "database.url", config.database().url());
        Set<String> defaults = lines(defaults());
        Set<String> following = lines(defaults(chosen));
        return lines(config).stream()
                .filter(line -> !following.contains(line) || (isChosen(chosen, line) && !defaults.contains(line)))
                .collect(Collectors.joining(", "));
    }

    private static boolean isChosen(Map<String, String> chosen, String line) {
        return chosen.containsKey(line.substring(0, line.indexOf(" = ")));
    }

    private static Set<String> lines(Config config) {
        return new LinkedHashSet<>(List.of(config.print().split("\n")));
    }

    static void put(Map<String, String> flags, String name, @Nullable Object value) {
        if (value != null) {
            flags.put(name, value.toString());
        }
    }

    /** Returns the settings file. An explicitly named file must exist; the default file is optional. */
    private @Nullable Path fileToRead() {
        String named = System.getenv(Environment.CONFIG);
        if (file != null) {
            return file;
        }
        if (named != null && !named.isEmpty()) {
            return Path.of(named);
        }
        Path defaultFile =
                Path.of(System.getenv().getOrDefault(Environment.HOME, "")).resolve(DEFAULT_FILE);
        return Files.exists(defaultFile) ? defaultFile : null;
    }
}
