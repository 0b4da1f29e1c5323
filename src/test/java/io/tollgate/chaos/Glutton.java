package io.tollgate.chaos;

import io.tollgate.Main;
import java.util.ArrayList;
import java.util.List;
import sun.misc.Signal;

/** Tollgate with a defect that eats up all memory when it is told to. */
final class Glutton {
    private static final List<byte[]> EATEN = new ArrayList<>();

    private Glutton() {}

    public static void main(String[] args) {
        Signal.handle(new Signal("USR2"), signal -> new Thread(Glutton::eat).start());
        Main.main(args);
    }

    private static void eat() {
        while (EATEN.size() < Integer.MAX_VALUE) {
            EATEN.add(new byte[1 << 20]);
        }
    }
}
