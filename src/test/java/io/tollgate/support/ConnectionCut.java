package io.tollgate.support;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the packet at which a {@link ChaosProxy} cuts a connection. Once armed, it counts packets of the next
 * matching exchange: by default a write transaction with Postgres. The packet is delivered or not.
 */
public final class ConnectionCut {
    private static final int NEVER = -1;
    private static final String WRITE_TRANSACTION = "BEGIN; SET LOCAL ROLE";

    private final AtomicInteger packets = new AtomicInteger(NEVER);
    private final AtomicInteger armed = new AtomicInteger();
    private volatile boolean delivered;
    private volatile String startText = "";
    private volatile String cutText = "";
    private volatile @Nullable Runnable action;

    /**
     * Counts packets from the first one of a write transaction.
     *
     * @param deliver whether the server receives the packet at which the connection is cut
     */
    public void arm(int afterPackets, boolean deliver) {
        arm(WRITE_TRANSACTION, "", afterPackets, deliver, null);
    }

    /** Cuts at the first packet of a write transaction that contains a text. */
    public void arm(String text, boolean deliver) {
        arm(WRITE_TRANSACTION, text, 0, deliver, null);
    }

    /** Cuts at one packet of a write transaction, counting only those that contain a text. */
    public void arm(String text, int afterPackets, boolean deliver, @Nullable Runnable action) {
        arm(WRITE_TRANSACTION, text, afterPackets, deliver, action);
    }

    /**
     * @param beginning counting starts at the first packet of a connection that contains this text
     * @param text only packets that contain this text are counted
     * @param action runs at the packet, instead of closing the client connection first
     */
    public void arm(String beginning, String text, int afterPackets, boolean deliver, @Nullable Runnable action) {
        packets.set(NEVER);
        startText = beginning;
        cutText = text;
        delivered = deliver;
        this.action = action;
        armed.incrementAndGet();
        packets.set(afterPackets);
    }

    /** Returns whether a connection was cut since the last call of {@code arm}. */
    public boolean disarm() {
        return packets.getAndSet(NEVER) == NEVER;
    }

    /** Returns the number of packets before the cut. */
    public int packetsLeft() {
        return packets.get();
    }

    boolean delivers() {
        return delivered;
    }

    /** Closes the client connection before the packet is delivered, so that no response can reach the client. */
    void beforeDelivery(Socket near) throws IOException {
        if (action == null) {
            near.close();
        } else if (!delivered) {
            afterDelivery();
        }
    }

    void afterDelivery() {
        Runnable now = action;
        action = null;
        if (now != null) {
            now.run();
        }
    }

    Watch watch() {
        return new Watch();
    }

    /** Counts the packets of one direction of one connection. */
    final class Watch {
        private boolean counting;
        private int armedAt;

        boolean isAt(byte[] bytes, int length) {
            if (packets.get() == NEVER) {
                return false;
            }
            counting &= armedAt == armed.get();
            armedAt = armed.get();
            String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            counting |= text.contains(startText);
            return counting && text.contains(cutText) && packets.getAndDecrement() == 0;
        }
    }
}
