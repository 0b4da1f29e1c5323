package io.tollgate.chaos;

import io.tollgate.Main;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tollgate with a defect: on a byte of input, it uses up all memory. */
final class MemoryLeak {
    private static final List<byte[]> EATEN = new ArrayList<>();

    private MemoryLeak() {}

    public static void main(String[] args) {
        new Thread(MemoryLeak::leak).start();
        Main.main(args);
    }

    private static void leak() {
        try {
            for (int told = System.in.read(); told >= 0 && EATEN.size() < Integer.MAX_VALUE; ) {
                EATEN.add(new byte[1 << 20]);
            }
        } catch (IOException nobodyTells) {
            throw new IllegalStateException(nobodyTells);
        }
    }
}
