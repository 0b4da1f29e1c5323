package io.tollgate.simulation;

import io.tollgate.processor.CallFaults.Fault;
import java.util.SplittableRandom;

/** Chooses the faults of steps. */
record FaultChoice(SplittableRandom random) {
    /** Chooses at most one fault for what a gateway does next. */
    void arm(Node node) {
        DatabaseTap tap = node.tap();
        int choice = random.nextInt(12);
        int before = random.nextInt(3);
        boolean second = random.nextBoolean();
        if (choice < 2) {
            node.calls().arm(second ? Fault.REQUEST_LOST : Fault.RESPONSE_LOST, before % 2, null);
        } else if (tap != null && choice < 5) {
            tap.arm(new DatabaseTap.Cut(before, second, false));
        } else if (tap != null && choice < 7) {
            tap.arm(new DatabaseTap.Cut(before, second, true));
        } else if (tap != null && choice == 7) {
            node.calls().arm(second ? Fault.REQUEST_LOST : Fault.RESPONSE_LOST, before % 2, node::kill);
        }
    }

    Fault late() {
        return random.nextBoolean() ? Fault.REQUEST_LATE : Fault.RESPONSE_LATE;
    }
}
