package io.tollgate.app;

import io.tollgate.platform.config.Setting;

/** For how many days records are kept that have ended. */
public record RetentionSettings(
        @Setting(
                defaultValue = "0",
                max = DAYS_MAX,
                description = "Days after which a saved cart that ended without an order is deleted, with its record"
                        + " and its reminders. Carts end 30 days after the buyer left. 0: never.")
        int cartDays,

        @Setting(
                defaultValue = "0",
                max = DAYS_MAX,
                description = "Days after which a submission of a form is deleted, with its files and messages."
                        + " 0: never.")
        int submissionDays,

        @Setting(
                defaultValue = "3650",
                min = AUDIT_DAYS_MIN,
                max = DAYS_MAX,
                description = "Days after which an entry of the audit log is deleted. Postgres refuses to delete newer"
                        + " ones than 30 days.")
        int auditDays) {
    private static final int DAYS_MAX = 36_500;

    /** The migration of the audit log has the same number. */
    private static final int AUDIT_DAYS_MIN = 30;
}
