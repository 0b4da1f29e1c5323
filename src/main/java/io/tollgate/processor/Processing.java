package io.tollgate.processor;

import io.tollgate.platform.db.Database;

/**
 * The dependencies of features that use the processor.
 *
 * @param tasks scheduled calls to the processor and cleanup tasks
 * @param database for reads outside a write transaction
 */
public record Processing(ProcessorClient client, Tasks tasks, Database database) {}
