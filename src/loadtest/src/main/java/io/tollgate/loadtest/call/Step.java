package io.tollgate.loadtest.call;

/** One thing to ask, and what must be true of the answer. */
public interface Step {
    /** As the report calls it: one of few names, never with an id in it. */
    String name();

    /** The same at every try. */
    Call call();

    /**
     * Called once, with the answer that counts: neither a 429 nor a 5xx, and no conflict with the request itself.
     *
     * @throws Fault where something is wrong with it
     */
    void judge(Answer answer);

    /** Called in place of {@link #judge} when all tries failed: gives back what this step held. */
    default void lost() {}
}
