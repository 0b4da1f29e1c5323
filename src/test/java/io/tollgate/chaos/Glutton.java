package io.tollgate.chaos;

import io.tollgate.Main;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tollgate with a defect that eats up all memory once it is told to, by a byte of input. */
final class Glutton {
    private static final List<byte[]> EATEN = new ArrayList<>();

    private Glutton() {}

    public static void main(String[] args) {
        new Thread(Glutton::eat).start();
        Main.main(args);
    }

    private static void eat() {
        try {
            for (int told = System.in.read(); told >= 0 && EATEN.size() < Integer.MAX_VALUE; ) {
                EATEN.add(new byte[1 << 20]);
            }
        } catch (IOException nobodyTells) {
            throw new IllegalStateException(nobodyTells);
        }
    }
}
