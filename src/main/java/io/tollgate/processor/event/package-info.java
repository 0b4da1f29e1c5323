/**
 * Events of the processor. They are hints only: each one is verified, stored, and applied once by a task, which asks
 * the processor for the current state.
 */
@NullMarked
package io.tollgate.processor.event;

import org.jspecify.annotations.NullMarked;
