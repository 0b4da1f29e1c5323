package io.tollgate.tools.demo;

/** Told how far a load is; called often, so it must be quick. */
@FunctionalInterface
public interface Progress {
    /** Tells nobody. */
    Progress SILENT = (what, done, all) -> {};

    /** @param all 0 where it is not known how much there is to do */
    void at(String what, long done, long all);
}
