package io.tollgate.db;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What the embedded Postgres is told in its configuration file. */
final class PostgresSettings {
    private static final long MEGABYTE = 1024L * 1024;

    private PostgresSettings() {}

    /**
     * Failed queries stay out of its log: they hold names and addresses of buyers, whoever asked is told anyway, and
     * without them the log stays short.
     */
    static String text(int port, EmbeddedPostgres.Durability durability) {
        String safe = durability == EmbeddedPostgres.Durability.FULL ? "on" : "off";
        return """
                # Written at each start; put your own settings below the include in postgresql.conf.
                listen_addresses = '127.0.0.1'
                port = %d
                unix_socket_directories = ''
                max_connections = %d
                password_encryption = 'scram-sha-256'
                fsync = %s
                synchronous_commit = %s
                full_page_writes = %s
                shared_buffers = '%dMB'
                maintenance_work_mem = '128MB'
                work_mem = '16MB'
                max_wal_size = '4GB'
                checkpoint_timeout = '15min'
                random_page_cost = 1.1
                jit = off
                timezone = 'UTC'
                log_timezone = 'UTC'
                log_min_messages = 'log'
                log_min_error_statement = 'panic'
                log_error_verbosity = 'terse'
                log_checkpoints = off
                """.formatted(port, connections(durability), safe, safe, safe, sharedMegabytes(durability));
    }

    /** More than all pools take, of a gateway with a thread for each core; in tests, of many gateways at a time. */
    private static int connections(EmbeddedPostgres.Durability durability) {
        boolean tests = durability == EmbeddedPostgres.Durability.NONE;
        return tests ? 400 : Math.max(100, 50 + 20 * Runtime.getRuntime().availableProcessors());
    }

    /**
     * A quarter of the machine, at most two gigabytes: a table larger than a quarter of this is read past it at each
     * scan. Throw-away servers of tests come in numbers.
     */
    private static long sharedMegabytes(EmbeddedPostgres.Durability durability) {
        long machine =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() / MEGABYTE;
        long most = durability == EmbeddedPostgres.Durability.FULL ? 2048 : 256;
        return Math.max(16, Math.min(most, machine / 4));
    }
}
