package io.tollgate.tools.demo;

/** Receives the progress of a load. Called often, so it must be fast. */
@FunctionalInterface
public interface Progress {
    /** Ignores the progress. */
    Progress SILENT = (what, done, all) -> {};

    /** @param all the total; 0 if unknown */
    void at(String what, long done, long all);
}
