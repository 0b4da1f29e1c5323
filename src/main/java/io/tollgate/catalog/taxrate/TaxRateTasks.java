package io.tollgate.catalog.taxrate;

import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.TaskHandlers;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.processor.CopyTasks;

/** The tasks that keep the tax rates at the processor as they are here. */
public final class TaxRateTasks {
    static final TaskKind DEACTIVATE = TaskKind.of("DEACTIVATE_TAX_RATE", Lane.PROCESSOR);
    static final TaskKind RENAME = TaskKind.of("RENAME_TAX_RATE", Lane.PROCESSOR);

    /** Deactivates what was created for a record that was never written. */
    static final TaskKind FORGET = TaskKind.of("FORGET_TAX_RATE", Lane.PROCESSOR);

    private TaxRateTasks() {}

    /** Registers the handlers. */
    public static void register(TaskHandlers handlers, CopyTasks copies) {
        handlers.add(DEACTIVATE, copies.deactivateTaxRate())
                .add(RENAME, copies.renameTaxRate())
                .add(FORGET, copies.forgetTaxRate());
    }
}
