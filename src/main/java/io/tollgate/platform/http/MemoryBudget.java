package io.tollgate.platform.http;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limits the bytes that slow clients keep in memory: in total, per client, and for all clients without a key. A client
 * that starts many bodies without finishing them, or requests many responses without reading them, exhausts only its
 * own part.
 *
 * <p>The first request of a client is limited by the total only, because one large file may exceed the part of a
 * client.
 */
public final class MemoryBudget {
    /** Request bodies until they are complete; on the heap. */
    public static final MemoryBudget BODIES =
            new MemoryBudget(Runtime.getRuntime().maxMemory() / 16, new Parts(0.25, 0.25, 0.5));

    /** Response bodies until they are sent; in direct memory, which network reads and TLS use as well. */
    static final MemoryBudget ANSWERS = new MemoryBudget(directMemoryMax() / 3, new Parts(0.25, 0.125, 0.5));

    /** Large response bodies, such as files. Limited separately so that they leave room for small ones. */
    static final MemoryBudget LARGE_ANSWERS = new MemoryBudget(directMemoryMax() / 6, Parts.OF_FILES);

    /** Files that are read for responses, documents and buckets; on the heap. */
    public static final MemoryBudget FILES =
            new MemoryBudget(Runtime.getRuntime().maxMemory() / 6, Parts.OF_FILES);

    /** Maximum number of clients with a part of their own; further clients share one part. */
    static final int CLIENTS_MAX = 10_000;

    private static final String OTHERS = "others";
    private static final String KEYLESS = "keyless";

    private final long total;
    private final Parts parts;
    private final AtomicLong left;

    /** Bytes in use by client. A client that uses none has no entry. */
    private final Map<String, Long> used = new ConcurrentHashMap<>();

    /**
     * The maximum parts of the total.
     *
     * @param client for one seller, and for one address with a key
     * @param keylessClient for one address without a key
     * @param keyless for all requests without a key
     */
    record Parts(double client, double keylessClient, double keyless) {
        /** Every client may use the whole budget. */
        static final Parts WHOLE = new Parts(1, 1, 1);

        /** Parts for files, which are few and large. Most are pictures, which need no key. */
        static final Parts OF_FILES = new Parts(0.5, 0.5, 0.75);
    }

    MemoryBudget(long total, Parts parts) {
        this.total = total;
        this.parts = parts;
        this.left = new AtomicLong(total);
    }

    private static long directMemoryMax() {
        long configured = Long.parseLong(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxDirectMemorySize")
                .getValue());
        return configured > 0 ? configured : Runtime.getRuntime().maxMemory();
    }

    /** A limit on the bytes in use by one client or one group of clients. */
    private record Part(String name, long max) {}

    /** The bytes that one request uses. They are released together when it ends. */
    public final class Share {
        private final List<Part> limits;
        private long reserved;
        private boolean ended;

        private Share(List<Part> limits) {
            this.limits = limits;
        }

        /** Reserves bytes. Returns false and reserves nothing if that would exceed a limit. */
        public boolean reserve(int bytes) {
            if (bytes == 0) {
                return !ended;
            }
            // Never goes below zero, even briefly: otherwise a concurrent smaller request would be rejected.
            if (ended || left.getAndUpdate(now -> now < bytes ? now : now - bytes) < bytes) {
                return false;
            }
            for (int i = 0; i < limits.size(); i++) {
                if (!add(limits.get(i), bytes)) {
                    releaseFrom(limits.subList(0, i), bytes);
                    return false;
                }
            }
            reserved += bytes;
            return true;
        }

        public void release() {
            ended = true;
            if (reserved > 0) {
                releaseFrom(limits, reserved);
                reserved = 0;
            }
        }
    }

    /** Returns an empty share for one request of a client. */
    public Share share(ClientId client) {
        List<Part> limits = new ArrayList<>(2);
        String address = client.address();
        if (client.sellerId() != null) {
            limits.add(part("seller " + client.sellerId(), parts.client));
            if (address != null) {
                limits.add(part("address " + address, parts.client));
            }
        } else {
            limits.add(new Part(KEYLESS, bytes(parts.keyless)));
            if (address != null) {
                limits.add(part("keyless " + address, parts.keylessClient));
            }
        }
        return new Share(limits);
    }

    /** Returns an empty share that only the total limits. */
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

    private void releaseFrom(List<Part> limits, long bytes) {
        left.addAndGet(bytes);
        for (Part part : limits) {
            used.computeIfPresent(part.name, (name, now) -> now > bytes ? Long.valueOf(now - bytes) : null);
        }
    }

    /** Returns the number of clients with bytes in use. */
    int clients() {
        return used.size();
    }
}
