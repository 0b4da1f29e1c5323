package io.tollgate.platform.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class ReservedPortTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void server_listens_stops_and_listens_again_on_a_reserved_port() throws Exception {
        try (ReservedPort reserved = ReservedPort.any()) {
            for (int i = 0; i < 2; i++) {
                assertRefused(reserved.port());
                try (ServerSocket server = new ServerSocket(reserved.port(), 10, LOOPBACK);
                        Socket client = new Socket(LOOPBACK, reserved.port());
                        Socket accepted = server.accept()) {
                    assertThat(accepted.getPort()).isEqualTo(client.getLocalPort());
                }
            }
            assertRefused(reserved.port());
        }
    }

    private static void assertRefused(int port) {
        assertThatThrownBy(() -> new Socket(LOOPBACK, port).close()).isInstanceOf(ConnectException.class);
    }

    @Test
    void a_reserved_port_cannot_be_reserved_again_until_it_is_closed() throws Exception {
        ReservedPort reserved = ReservedPort.any();
        try (Socket other = new Socket()) {
            other.setReuseAddress(false);
            assertThatThrownBy(() -> other.bind(new InetSocketAddress(reserved.port())))
                    .isInstanceOf(BindException.class);
        }
        reserved.close();
        try (Socket other = new Socket()) {
            other.setReuseAddress(false);
            other.bind(new InetSocketAddress(reserved.port()));
            assertThat(other.isBound()).isTrue();
        }
    }

    @Test
    void a_given_port_is_kept() {
        try (ReservedPort given = ReservedPort.orGiven(8080)) {
            assertThat(given.port()).isEqualTo(8080);
        }
    }
}
