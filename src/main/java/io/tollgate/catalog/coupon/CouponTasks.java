package io.tollgate.catalog.coupon;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.TaskHandlers;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.processor.AccountTask;
import io.tollgate.processor.CopyTasks;

/** The tasks that keep the coupons at the processor as they are here. */
public final class CouponTasks {
    static final TaskKind DELETE = TaskKind.of("DELETE_COUPON", Lane.PROCESSOR);
    static final TaskKind RENAME = TaskKind.of("RENAME_COUPON", Lane.PROCESSOR);

    /** Creates a coupon in an account that does not have it yet. */
    static final TaskKind COPY = TaskKind.of("COPY_COUPON", Lane.PROCESSOR);

    private CouponTasks() {}

    /** Registers the handlers. */
    public static void register(TaskHandlers handlers, CopyTasks copies, Clock clock) {
        CouponCopies creation = new CouponCopies(copies.database(), copies.client(), clock);
        handlers.add(DELETE, copies.deleteCoupon())
                .add(RENAME, copies.renameCoupon())
                .add(COPY, AccountTask.handler(copies.database(), creation));
    }
}
