package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlanEndTest {
    private static @Nullable Instant end(String record) {
        String common = "{'status': 'active', 'interval': 'month', 'intervalCount': 1,"
                + " 'createdAt': '2028-01-31T10:00:00.000Z', ";
        return PlanEnd.of(StoredSubscriptionCodec.INSTANCE.decode((common + record + "}").replace('\'', '"')));
    }

    @Test
    void planEndsAfterItsLastPeriod() {
        assertThat(end("'planIterations': 3, 'startDate': '2028-01-31T10:00:00.000Z'"))
                .isEqualTo("2028-04-30T10:00:00Z");
    }

    @Test
    void periodsFollowTheTrial() {
        String dates = "'startDate': '2028-01-31T10:00:00.000Z', 'trialEnd': '2028-02-14T10:00:00.000Z'";
        assertThat(end("'planIterations': 3, " + dates)).isEqualTo("2028-05-14T10:00:00Z");
    }

    /** The first period is shorter, so that the plan ends earlier than three months after its start. */
    @Test
    void periodsOfAnAnchorBeginOnItsDay() {
        String anchor = "'priceSnapshot': {'paymentPlan': {'billingCycleAnchorConfig':"
                + " {'enabled': true, 'dayOfMonth': 15, 'month': null}}}";
        assertThat(end("'planIterations': 3, 'startDate': '2028-01-31T10:00:00.000Z', " + anchor))
                .isEqualTo("2028-04-15T10:00:00Z");
    }

    @Test
    void importedPlanWithoutAStartDateBeginsWithItsRecord() {
        assertThat(end("'planIterations': 2, 'startDate': null, 'trialEnd': null"))
                .isEqualTo("2028-03-31T10:00:00Z");
    }

    @Test
    void subscriptionHasNoEndOfItsOwn() {
        assertThat(end("'planIterations': null")).isNull();
    }
}
