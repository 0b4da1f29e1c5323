package io.tollgate.platform.task;

import java.time.Duration;

/**
 * A kind of task, which a feature declares, and the rules for its tasks.
 *
 * @param name stored with each task
 * @param lane the lane that runs its tasks
 * @param lease the time after which the node that claimed a task is assumed to have crashed
 * @param pauseMax the maximum back-off
 * @param failingMax how long a task fails before it is given up. Outages of the processor are shorter
 * @param completesRequest whether the task completes an abandoned request and stores its response. Other cleanup tasks
 *     undo the request, so that a retry starts it again
 * @param afterOthers whether a run for one seller begins with it after the tasks of other kinds
 */
public record TaskKind(
        String name,
        Lane lane,
        Duration lease,
        Duration pauseMax,
        Duration failingMax,
        boolean completesRequest,
        boolean afterOthers) {
    private static final Duration LEASE = Duration.ofSeconds(45);
    private static final Duration PAUSE_MAX = Duration.ofHours(2);
    private static final Duration FAILING_MAX = Duration.ofDays(3);

    /** Returns a kind with the usual rules. */
    public static TaskKind of(String name, Lane lane) {
        return new TaskKind(name, lane, LEASE, PAUSE_MAX, FAILING_MAX, false, false);
    }

    /** Returns the kind with a maximum back-off. Buyers wait for the outcome of payments; everything else can wait. */
    public TaskKind withPauseMax(Duration max) {
        return new TaskKind(name, lane, lease, max, failingMax, completesRequest, afterOthers);
    }

    /** Returns the kind as one whose tasks complete abandoned requests. */
    public TaskKind completingRequests() {
        return new TaskKind(name, lane, lease, pauseMax, failingMax, true, afterOthers);
    }

    /** Returns the kind as one whose tasks run after those of other kinds. */
    public TaskKind runningAfterOthers() {
        return new TaskKind(name, lane, lease, pauseMax, failingMax, completesRequest, true);
    }

    @Override
    public String toString() {
        return name;
    }
}
