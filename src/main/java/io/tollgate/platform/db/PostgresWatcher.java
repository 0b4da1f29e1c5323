package io.tollgate.platform.db;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A shell process that stops a database server when this process ends in any way, also by a kill or a crash.
 *
 * <p>The shell reads from a pipe that only this process can write to, and that the operating system closes when this
 * process ends. The shell has its own session and ignores signals, so that a signal to the process group of this
 * process does not end it first.
 */
final class PostgresWatcher implements AutoCloseable {
    /**
     * {@code $0}: process id of the server; {@code $1}: its folder, in which it works. Another process may have the id
     * by then. SIGINT requests a fast shutdown.
     */
    private static final String STOP = "trap '' HUP INT TERM; read -r line;"
            + " [ \"$(readlink \"/proc/$0/cwd\")\" = \"$1\" ] && kill -INT \"$0\"";

    private static final String IN_OWN_SESSION = "exec $(command -v setsid) sh -c \"$0\" \"$@\"";

    private final Process shell;

    private PostgresWatcher(Process shell) {
        this.shell = shell;
    }

    static PostgresWatcher start(ProcessHandle server, Path folder) throws IOException {
        return new PostgresWatcher(new ProcessBuilder(
                        "sh",
                        "-c",
                        IN_OWN_SESSION,
                        STOP,
                        Long.toString(server.pid()),
                        folder.toRealPath().toString())
                .directory(Path.of("/").toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    /** Ends the shell, which stops the server if it still runs. */
    @Override
    public void close() throws IOException {
        shell.getOutputStream().close();
    }
}
