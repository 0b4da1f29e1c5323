package io.tollgate.config;

import java.util.Set;

/** Names in the environment that belong to Tollgate. */
public final class Environment {
    public static final String PREFIX = "TOLLGATE_";

    /** The file of settings to read; twin of {@code --config}. */
    public static final String CONFIG = PREFIX + "CONFIG";

    /** The folder that relative paths of defaults and of the file start from; set by the scripts. */
    public static final String HOME = PREFIX + "HOME";

    /** Set by {@code conf/tollgate}, so that messages name that command. */
    public static final String COMMAND = PREFIX + "COMMAND";

    /**
     * Names that are no settings: two say where to look, one names the command, one is read by the scripts, and the
     * last three are what a keys file holds, which people export into the shell from which they start Tollgate again.
     */
    public static final Set<String> OTHER_NAMES = Set.of(
            CONFIG, HOME, COMMAND, PREFIX + "JAVA_OPTIONS", PREFIX + "URL", PREFIX + "LIVE_KEY", PREFIX + "TEST_KEY");

    private Environment() {}
}
