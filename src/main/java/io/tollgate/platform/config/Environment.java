package io.tollgate.platform.config;

import java.util.Set;

/** Names of environment variables that belong to Tollgate. */
public final class Environment {
    public static final String PREFIX = "TOLLGATE_";

    /** The settings file to read; equivalent to {@code --config}. */
    public static final String CONFIG = PREFIX + "CONFIG";

    /** The base folder for relative paths in the defaults and in the settings file; set by the scripts. */
    public static final String HOME = PREFIX + "HOME";

    /** The command name that messages refer to; set by {@code conf/tollgate}. */
    public static final String COMMAND = PREFIX + "COMMAND";

    /**
     * Variables with the prefix that are not settings: two locations, the command, the Java options of the scripts, and
     * the URL and the two keys of the keys file. Users often export the keys file in the shell that restarts Tollgate.
     */
    public static final Set<String> OTHER_NAMES = Set.of(
            CONFIG, HOME, COMMAND, PREFIX + "JAVA_OPTIONS", PREFIX + "URL", PREFIX + "LIVE_KEY", PREFIX + "TEST_KEY");

    private Environment() {}
}
