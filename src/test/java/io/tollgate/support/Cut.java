package io.tollgate.support;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link ChaosProxy} cuts: once armed, at one packet of the next conversation that matters,
 * before or after the other side gets it. What matters are transactions that write, to Postgres, and
 * requests that write, to the processor.
 */
public final class Cut {
    private static final int NEVER = -1;
    private static final String WRITING = "BEGIN; SET LOCAL ROLE";

    private final AtomicInteger packets = new AtomicInteger(NEVER);
    private final AtomicInteger armed = new AtomicInteger();
    private volatile boolean delivered;
    private volatile String from = "";
    private volatile String at = "";
    private volatile @Nullable Runnable instead;

    /**
     * Counts packets from the first of a transaction that writes.
     *
     * @param deliver whether the other side gets the packet at which the connection is cut
     */
    public void arm(int afterPackets, boolean deliver) {
        arm(WRITING, "", afterPackets, deliver, null);
    }

    /** Cuts at the first packet of such a transaction that holds a text. */
    public void arm(String text, boolean deliver) {
        arm(WRITING, text, 0, deliver, null);
    }

    /** Cuts at one packet of such a transaction, counting those that hold a text. */
    public void arm(String text, int afterPackets, boolean deliver, @Nullable Runnable happens) {
        arm(WRITING, text, afterPackets, deliver, happens);
    }

    /**
     * @param beginning packets of a connection are counted from one that holds this
     * @param text and are counted only where they hold this
     * @param happens at the packet, in place of the end of the connection, which follows
     */
    public void arm(String beginning, String text, int afterPackets, boolean deliver, @Nullable Runnable happens) {
        packets.set(NEVER);
        from = beginning;
        at = text;
        delivered = deliver;
        instead = happens;
        armed.incrementAndGet();
        packets.set(afterPackets);
    }

    /** @return whether a connection was cut since this was armed */
    public boolean disarm() {
        return packets.getAndSet(NEVER) == NEVER;
    }

    /** How many packets it is still from where it cuts. */
    public int left() {
        return packets.get();
    }

    boolean delivers() {
        return delivered;
    }

    /** First of all: the answer must find nobody, however fast it comes. */
    void before(Socket near) throws IOException {
        if (instead == null) {
            near.close();
        } else if (!delivered) {
            after();
        }
    }

    void after() {
        Runnable happens = instead;
        instead = null;
        if (happens != null) {
            happens.run();
        }
    }

    Watch watch() {
        return new Watch();
    }

    /** Looks at what goes one way over one connection. */
    final class Watch {
        private boolean counting;
        private int since;

        boolean strikes(byte[] bytes, int length) {
            if (packets.get() == NEVER) {
                return false;
            }
            counting &= since == armed.get();
            since = armed.get();
            String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
            counting |= text.contains(from);
            return counting && text.contains(at) && packets.getAndDecrement() == 0;
        }
    }
}
