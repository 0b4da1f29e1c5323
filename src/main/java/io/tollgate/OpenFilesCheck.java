package io.tollgate;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says so where the system allows fewer open files than there may be connections. It refuses nothing, as pools do. */
final class OpenFilesCheck {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFilesCheck.class);

    /** Libraries, logs, event loops, and files that are sent and received. */
    private static final int OTHERS = 256;

    private OpenFilesCheck() {}

    static void look(Config config) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            compare(config, system.getMaxFileDescriptorCount());
        }
    }

    static void compare(Config config, long allowed) {
        int callers = config.limits().connectionsMax();
        int database = new PoolCheck(config).most();
        if (allowed < (long) callers + database + OTHERS) {
            LOG.warn(
                    "this instance may open {} files, and may need {}: one for each connection of a caller"
                            + " (limits.connectionsMax, {}) and to Postgres ({}), and some of its own; raise that"
                            + " (ulimit -n, LimitNOFILE), or lower limits.connectionsMax",
                    allowed,
                    (long) callers + database + OTHERS,
                    callers,
                    database);
        }
    }
}
