package io.tollgate.app.cli;

import io.tollgate.platform.config.StartRefused;
import io.tollgate.platform.server.ServerSettings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Checks that the ports are free before any slow startup step. */
final class Ports {
    private Ports() {}

    static void requireFree(ServerSettings server) {
        require(server.host(), server.port(), "host", "port", "--port or TOLLGATE_PORT");
        require(
                server.managementHost(),
                server.managementPort(),
                "managementHost",
                "managementPort",
                "--management-port or TOLLGATE_MANAGEMENT_PORT");
    }

    private static void require(String host, int port, String hostName, String portName, String remedy) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (UnknownHostException unknown) {
            throw new StartRefused("%s: unknown host \"%s\"".formatted(hostName, host), unknown);
        } catch (BindException refused) {
            throw new StartRefused(message(host, port, hostName, portName, remedy, refused), refused);
        } catch (IOException refused) {
            throw new StartRefused("%s: port %d is unavailable: %s".formatted(portName, port, refused), refused);
        }
    }

    private static String message(
            String host, int port, String hostName, String portName, String remedy, BindException refused) {
        String reason = String.valueOf(refused.getMessage());
        if (reason.contains("in use")) {
            return "%s: port %d on %s is in use; choose another with %s".formatted(portName, port, host, remedy);
        }
        if (reason.contains("ermission")) {
            return "%s: port %d requires privileges; choose one above 1023 with %s".formatted(portName, port, remedy);
        }
        return "%s: %s is not an address of this machine".formatted(hostName, host);
    }
}
