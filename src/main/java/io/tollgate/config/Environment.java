package io.tollgate.config;

import java.util.Set;

/** Names in the environment that belong to Tollgate. */
public final class Environment {
    public static final String PREFIX = "TOLLGATE_";

    /** The file of settings to read; twin of {@code --config}. */
    public static final String CONFIG = PREFIX + "CONFIG";

    /** The folder that relative paths of defaults and of the file start from; set by the scripts. */
    public static final String HOME = PREFIX + "HOME";

    /**
     * Names that are no settings: two say where to look, one is read by the scripts, and the last three are
     * what a keys file holds, which people export into the shell from which they start Tollgate again.
     */
    public static final Set<String> OTHER_NAMES =
            Set.of(CONFIG, HOME, PREFIX + "JAVA_OPTIONS", PREFIX + "URL", PREFIX + "LIVE_KEY", PREFIX + "TEST_KEY");

    private Environment() {}
}
