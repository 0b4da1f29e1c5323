package io.tollgate.support;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** Threads of servers that tests make: each connection has its own, and none outlives the run. */
public final class Accepting {
    private Accepting() {}

    /** Takes connections until the server is closed. */
    public static void each(ServerSocket server, String name, Consumer<Socket> what) {
        start(name, () -> {
            try {
                while (true) {
                    Socket socket = server.accept();
                    start(name, () -> what.accept(socket));
                }
            } catch (IOException closed) {
                // The test is over.
            }
        });
    }

    public static void start(String name, Runnable what) {
        Thread thread = new Thread(what, name);
        thread.setDaemon(true);
        thread.start();
    }
}
