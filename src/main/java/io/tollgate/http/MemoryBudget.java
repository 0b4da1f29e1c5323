package io.tollgate.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the bytes that slow clients keep in memory: of all clients together, of each client, and of all clients
 * without a key. A client that starts many bodies and finishes none, or requests many responses and reads none, uses up
 * its own part and leaves the rest to others.
 *
 * <p>The first request of a client is bounded by the total only: a part may be smaller than one large file.
 */
public final class MemoryBudget {
    /** Bodies of requests until they are complete. On the heap. */
    public static final MemoryBudget BODIES =
            new MemoryBudget(Runtime.getRuntime().maxMemory() / 16, new Parts(0.25, 0.25, 0.5));

    /** Bodies of responses until they are sent. Outside the heap, which network reads and encryption use as well. */
    static final MemoryBudget ANSWERS = new MemoryBudget(outsideTheHeap() / 3, new Parts(0.25, 0.125, 0.5));

    /** The large ones among them, such as files, so that they leave room for the small ones. */
    static final MemoryBudget LARGE_ANSWERS = new MemoryBudget(outsideTheHeap() / 6, Parts.OF_FILES);

    /** Files that are read for responses, documents and buckets. On the heap. */
    public static final MemoryBudget FILES =
            new MemoryBudget(Runtime.getRuntime().maxMemory() / 6, Parts.OF_FILES);

    /** More clients than this at a time share one part. */
    static final int CLIENTS_MAX = 10_000;

    private static final String OTHERS = "others";
    private static final String KEYLESS = "keyless";

    private final long total;
    private final Parts parts;
    private final AtomicLong left;

    /** Bytes in use by client. A client without any has no entry. */
    private final Map<String, Long> used = new ConcurrentHashMap<>();

    /**
     * Parts of the total.
     *
     * @param client of one seller, and of one address with a key
     * @param keylessClient of one address without a key
     * @param keyless of all requests without a key
     */
    record Parts(double client, double keylessClient, double keyless) {
        /** Each client may use everything. */
        static final Parts WHOLE = new Parts(1, 1, 1);

        /** Files are few and large, and most are pictures, which need no key. */
        static final Parts OF_FILES = new Parts(0.5, 0.5, 0.75);
    }

    MemoryBudget(long total, Parts parts) {
        this.total = total;
        this.parts = parts;
        this.left = new AtomicLong(total);
    }

    private static long outsideTheHeap() {
        long set = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        return set > 0 ? set : Runtime.getRuntime().maxMemory();
    }

    /** The bytes in use of one client, or of one group of clients. */
    private record Part(String name, long max) {}

    /** Bytes that one request uses. They are returned together when it ends. */
    public final class Share {
        private final List<Part> bounds;
        private long held;
        private boolean ended;

        private Share(List<Part> bounds) {
            this.bounds = bounds;
        }

        /** Returns false, and takes nothing, if the client or all clients together use too much. */
        public boolean take(int bytes) {
            if (bytes == 0) {
                return !ended;
            }
            // Never below zero, not even for a moment: a smaller request would be rejected meanwhile.
            if (ended || left.getAndUpdate(now -> now < bytes ? now : now - bytes) < bytes) {
                return false;
            }
            for (int i = 0; i < bounds.size(); i++) {
                if (!add(bounds.get(i), bytes)) {
                    release(bounds.subList(0, i), bytes);
                    return false;
                }
            }
            held += bytes;
            return true;
        }

        public void giveBack() {
            ended = true;
            if (held > 0) {
                release(bounds, held);
                held = 0;
            }
        }
    }

    /** The bytes of one request of a client. */
    public Share share(ClientId client) {
        List<Part> bounds = new ArrayList<>(2);
        String address = client.address();
        if (client.sellerId() != null) {
            bounds.add(part("seller " + client.sellerId(), parts.client));
            if (address != null) {
                bounds.add(part("address " + address, parts.client));
            }
        } else {
            bounds.add(new Part(KEYLESS, bytes(parts.keyless)));
            if (address != null) {
                bounds.add(part("keyless " + address, parts.keylessClient));
            }
        }
        return new Share(bounds);
    }

    /** Bytes that only the total bounds. */
    Share unbounded() {
        return new Share(List.of());
    }

    private Part part(String client, double part) {
        boolean known = used.size() < CLIENTS_MAX || used.containsKey(client);
        return new Part(known ? client : OTHERS, bytes(part));
    }

    private long bytes(double part) {
        return (long) (total * part);
    }

    private boolean add(Part part, long bytes) {
        long[] before = new long[1];
        used.compute(part.name, (name, now) -> {
            before[0] = now == null ? 0 : now;
            return before[0] > 0 && before[0] + bytes > part.max ? now : Long.valueOf(before[0] + bytes);
        });
        return before[0] == 0 || before[0] + bytes <= part.max;
    }

    private void release(List<Part> bounds, long bytes) {
        left.addAndGet(bytes);
        for (Part part : bounds) {
            used.computeIfPresent(part.name, (name, now) -> now > bytes ? Long.valueOf(now - bytes) : null);
        }
    }

    /** How many clients have bytes in use. */
    int clients() {
        return used.size();
    }
}
