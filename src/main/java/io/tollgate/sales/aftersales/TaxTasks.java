package io.tollgate.sales.aftersales;

import io.tollgate.platform.task.Lane;
import io.tollgate.platform.task.Task;
import io.tollgate.platform.task.TaskKind;
import io.tollgate.platform.task.Tasks;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Schedules the records of taxes at the processor. {@link DueTaxes} performs the tasks. */
public final class TaxTasks {
    /** Records the tax of a paid order at the processor. */
    public static final TaskKind RECORD = TaskKind.of("RECORD_TAX", Lane.PROCESSOR);

    /** Reverses the recorded tax of a refund. */
    public static final TaskKind REVERSE = TaskKind.of("REVERSE_TAX", Lane.PROCESSOR);

    static final String BOOKING = "booking";
    static final String CHARGE = "chargeId";
    static final String AMOUNT = "amount";

    private TaxTasks() {}

    /** Schedules the record of a paid order's tax. */
    public static Future<Void> record(WriteContext write, String chargeId, boolean booking) {
        JsonObject argument = new JsonObject().put(BOOKING, booking);
        Task task = Task.of(write.scope(), write.newId(), RECORD, chargeId, argument);
        return Tasks.schedule(write.transaction(), task, write.now(), write.now());
    }

    /** Returns whether the record of an order's tax is scheduled. */
    static Future<Boolean> isScheduled(WriteContext write, String chargeId) {
        return Tasks.exists(write.transaction(), write.scope(), RECORD, chargeId);
    }

    /** Schedules the record of a paid order's tax, if the processor calculated it and it is not recorded yet. */
    static Future<Void> recordIfCalculated(WriteContext write, StoredCharge charge, boolean booking) {
        return charge.links().taxCalculationId() != null && charge.links().taxTransactionId() == null
                ? record(write, charge.id(), booking)
                : Future.succeededFuture();
    }

    /**
     * Schedules the reversal of a refund's tax, if the processor calculated the tax of the order.
     *
     * @param charge the order after the refund
     * @param before the amount that was refunded before
     */
    static Future<Void> reverse(WriteContext write, StoredCharge charge, StoredRefund refund, long before) {
        long amount = reversed(charge, before + refund.amount()) - reversed(charge, before);
        if (charge.links().taxCalculationId() == null || amount == 0) {
            return Future.succeededFuture();
        }
        JsonObject argument = new JsonObject()
                .put(CHARGE, refund.charge().id())
                .put(BOOKING, refund.charge().isBooking());
        if (amount < charge.amounts().total()) {
            argument.put(AMOUNT, Long.toString(amount));
        }
        Task task = Task.of(write.scope(), write.newId(), REVERSE, refund.id(), argument);
        return Tasks.schedule(write.transaction(), task, write.now(), write.now());
    }

    /**
     * Returns the part of an order that is reversed after refunds: the refunded amount, or everything once all that was
     * paid is refunded, because nothing more is due then.
     */
    private static long reversed(StoredCharge charge, long refunded) {
        return refunded >= charge.amounts().paid() ? charge.amounts().total() : refunded;
    }
}
