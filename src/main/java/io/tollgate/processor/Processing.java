package io.tollgate.processor;

import io.tollgate.platform.db.Database;

/**
 * The dependencies of features that use the processor.
 *
 * @param tasks scheduled calls to the processor and cleanup tasks
 * @param imports registers records with simulated accounts before a call changes them there
 * @param database for reads outside a write transaction
 */
public record Processing(ProcessorClient client, Tasks tasks, ImportedObjects imports, Database database) {}
