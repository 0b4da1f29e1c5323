package io.tollgate.simulator;

import java.net.URI;

/**
 * The gateway that receives the simulator's events.
 *
 * @param host address of the gateway on this machine
 * @param publicUrl whose name the requests carry, and whose certificate is verified if the gateway uses TLS
 * @param tls whether the gateway itself uses TLS
 */
public record EventTarget(String host, int port, String publicUrl, boolean tls) {
    /** Returns the target of a gateway that listens on this address. */
    public static EventTarget of(String listens, int port, String publicUrl, boolean tls) {
        boolean everywhere = listens.equals("0.0.0.0") || listens.equals("::");
        return new EventTarget(everywhere ? "127.0.0.1" : listens, port, publicUrl, tls);
    }

    String name() {
        String name = URI.create(publicUrl).getHost();
        return name == null ? host : name;
    }
}
