package io.tollgate.support;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** Daemon threads for the servers of tests, one for each connection. */
public final class ServerThreads {
    private ServerThreads() {}

    /** Accepts connections until the server is closed. */
    public static void acceptEach(ServerSocket server, String name, Consumer<Socket> what) {
        start(name, () -> {
            try {
                while (true) {
                    Socket socket = server.accept();
                    start(name, () -> what.accept(socket));
                }
            } catch (IOException closed) {
                // The test closed the server.
            }
        });
    }

    public static void start(String name, Runnable what) {
        Thread thread = new Thread(what, name);
        thread.setDaemon(true);
        thread.start();
    }
}
