package io.tollgate.app;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns if the system allows fewer open files than connections may need. Never fails the start. */
final class OpenFilesCheck {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFilesCheck.class);

    /** Libraries, logs, event loops, and files being sent and received. */
    private static final int OTHERS = 256;

    private OpenFilesCheck() {}

    static void check(Config config) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            compare(config, system.getMaxFileDescriptorCount());
        }
    }

    static void compare(Config config, long allowed) {
        int callers = config.limits().connectionsMax();
        int database = new PoolCheck(config).maximum();
        if (allowed < (long) callers + database + OTHERS) {
            LOG.warn(
                    "This instance may open {} files and may need {}: one for each client connection"
                            + " (limits.connectionsMax, {}) and Postgres connection ({}), and some of its own. Raise"
                            + " the limit (ulimit -n, LimitNOFILE) or lower limits.connectionsMax",
                    allowed,
                    (long) callers + database + OTHERS,
                    callers,
                    database);
        }
    }
}
