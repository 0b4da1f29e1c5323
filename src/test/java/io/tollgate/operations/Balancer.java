package io.tollgate.operations;

import io.tollgate.support.Load;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A load balancer of the system, run with the file of {@code conf} in which only places are replaced. */
final class Balancer implements AutoCloseable {
    private final Process process;
    private final int port;

    private Balancer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Where a program of the system is, if it is there. */
    static Optional<Path> program(String name) {
        return Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin")
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Balancer haproxy(Path folder, List<RoundRobin.Instance> instances) throws IOException {
        int port = freePort();
        String text = Files.readString(Path.of("conf/haproxy.cfg"))
                .replace("bind :443 ssl crt /etc/haproxy/tollgate.pem alpn http/1.1", "bind 127.0.0.1:" + port);
        for (int i = 0; i < instances.size(); i++) {
            text = text.replace("127.0.0.1:808" + (i + 1), "127.0.0.1:" + instances.get(i).port)
                    .replace("port 909" + (i + 1), "port " + instances.get(i).managementPort);
        }
        Path file = Files.writeString(folder.resolve("haproxy.cfg"), text);
        return started(port, folder, program("haproxy").orElseThrow().toString(), "-db", "-f", file.toString());
    }

    static Balancer nginx(Path folder, List<RoundRobin.Instance> instances) throws IOException {
        int port = freePort();
        String text = Files.readString(Path.of("conf/nginx.conf"))
                .replace("listen 443 ssl;", "listen 127.0.0.1:" + port + ";")
                .replaceAll("(?m)^ *ssl_.*$", "")
                .replace("http {", "http {\n" + temporary(folder));
        for (int i = 0; i < instances.size(); i++) {
            text = text.replace("127.0.0.1:808" + (i + 1), "127.0.0.1:" + instances.get(i).port);
        }
        Path file = Files.writeString(folder.resolve("nginx.conf"), text);
        return started(
                port,
                folder,
                program("nginx").orElseThrow().toString(),
                "-p",
                folder.toString(),
                "-c",
                file.toString(),
                "-g",
                "daemon off; pid nginx.pid; error_log nginx.log;");
    }

    private static String temporary(Path folder) {
        StringBuilder text = new StringBuilder();
        for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
            text.append(kind).append("_temp_path ").append(folder.resolve(kind)).append(";\n");
        }
        return text.toString();
    }

    private static Balancer started(int port, Path folder, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("balancer.log").toFile())
                .start();
        for (int i = 0; i < 100; i++) {
            try {
                new Socket("127.0.0.1", port).close();
                return new Balancer(process, port);
            } catch (IOException notYet) {
                Load.pause(100);
            }
        }
        process.destroy();
        throw new IllegalStateException(Files.readString(folder.resolve("balancer.log")));
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
