package io.tollgate.platform.task;

/**
 * A queue of tasks with limits of its own, so that a lane with much or slow work delays no other. Sellers share each
 * lane.
 *
 * @param name stored with each task
 * @param perRun maximum number of tasks per run. The sellers that have due tasks share them
 * @param inFlightMax maximum number of tasks that a node works on at the same time
 */
public record Lane(String name, int perRun, int inFlightMax) {
    /** Tasks that call the payment processor. */
    public static final Lane PROCESSOR = of("processor", 20);

    /** Tasks that need only the database. */
    public static final Lane HOUSEKEEPING = of("housekeeping", 20);

    /** Returns a lane that works on one run of tasks at a time. */
    public static Lane of(String name, int perRun) {
        return new Lane(name, perRun, perRun);
    }
}
