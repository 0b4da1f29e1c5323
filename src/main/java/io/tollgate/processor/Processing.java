package io.tollgate.processor;

import io.tollgate.db.Database;

/**
 * What features need to have the processor do something.
 *
 * @param tasks what is to be done there later, and what guards what is done now
 * @param database for reads beside a write
 */
public record Processing(ProcessorClient client, Tasks tasks, Database database) {}
