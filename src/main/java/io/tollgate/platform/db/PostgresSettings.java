package io.tollgate.platform.db;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The configuration file of the embedded Postgres. */
final class PostgresSettings {
    private static final long MEGABYTE = 1024L * 1024;

    private PostgresSettings() {}

    /**
     * Returns the configuration. Failed statements are not logged, because they contain names and addresses of buyers
     * and the client receives the error anyway.
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

    /**
     * Returns a limit above the total pool size of a gateway with one event loop per core; in tests, of many gateways
     * at a time.
     */
    private static int connections(EmbeddedPostgres.Durability durability) {
        boolean tests = durability == EmbeddedPostgres.Durability.NONE;
        return tests ? 400 : Math.max(100, 50 + 25 * Runtime.getRuntime().availableProcessors());
    }

    /**
     * Returns a quarter of the memory, at most 2 GiB. Postgres scans a table larger than a quarter of the shared
     * buffers without keeping it in them. Test servers use less, because many run at once.
     */
    private static long sharedMegabytes(EmbeddedPostgres.Durability durability) {
        long machine =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() / MEGABYTE;
        long most = durability == EmbeddedPostgres.Durability.FULL ? 2048 : 256;
        return Math.max(16, Math.min(most, machine / 4));
    }
}
