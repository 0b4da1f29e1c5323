package io.tollgate.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * When a monthly subscription or plan is charged. Computed from what was sold, without the code of the product.
 *
 * @param first when the first charge is due, in whole seconds: after the trial, or at once
 * @param payments the number of payments of a plan; 0 for no end
 */
record ChargeTimes(Instant first, int payments) {
    /** Returns the times of an order with a trial. */
    static ChargeTimes afterTrial(Instant ordered, Sale.Offering offering) {
        Instant first = ordered.plus(Duration.ofDays(offering.trialDays()));
        return new ChargeTimes(Instant.ofEpochSecond(first.getEpochSecond()), offering.number());
    }

    /** Returns when a charge is due, counted from 0. A month that is too short has it on its last day. */
    Instant due(int charge) {
        return first.atOffset(ZoneOffset.UTC).plusMonths(charge).toInstant();
    }

    /** Returns the first time after another one at which a period ends: with the trial, or a month later each. */
    Instant periodEndAfter(Instant time) {
        int period = 0;
        while (!due(period).isAfter(time)) {
            period++;
        }
        return due(period);
    }

    /** Returns how many charges are due before a time. */
    int dueBefore(Instant time) {
        int charges = 0;
        while ((payments == 0 || charges < payments) && due(charges).isBefore(time)) {
            charges++;
        }
        return charges;
    }
}
