/**
 * The engine for all work that is due at a time: features declare {@link TaskKind}s and register a {@link TaskHandler}
 * for each. The engine knows lanes, sellers and times, and no kind by name.
 */
@NullMarked
package io.tollgate.platform.task;

import org.jspecify.annotations.NullMarked;
