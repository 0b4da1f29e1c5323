package io.tollgate.sales.erasure;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.schema.Field;
import io.tollgate.processor.ProcessorClient;
import io.tollgate.processor.SimulatedBuyers;
import io.tollgate.sales.invoice.Invoices;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The steps of an erasure, in their order. */
public final class ErasureSteps {
    private static final String ERASED = "[erased]";
    private static final String OF_ADDRESS = " = ANY($4) AND t.created_at <= ";

    /** Fields of what is not a record with a resource of its own. */
    private static final Map<String, List<Field>> OTHER_FIELDS = Map.of(
            "refunds",
            List.of(Field.text("reasonNote").personal(), Field.text("failure").personal()),
            "disputes",
            List.of(),
            "files",
            List.of(Field.text("name").personal()));

    private ErasureSteps() {}

    /**
     * Returns all steps.
     *
     * @param orders the steps for orders and carts of hosted pages
     * @param files the step for uploads
     * @param simulated erases buyers in simulated accounts
     */
    public static List<ErasureStep> of(
            Database database,
            List<ErasureStep> orders,
            FileErasure files,
            ProcessorClient processor,
            SimulatedBuyers simulated) {
        List<ErasureStep> steps = new ArrayList<>(records());
        steps.addAll(orders);
        steps.add(new RefundNoteErasure(database, processor));
        steps.addAll(rows());
        Map<String, List<Field>> fields = fields();
        // Before the files, whose entries are found by the orders that had them.
        steps.add(new AuditErasure(fields));
        steps.add(new RequestErasure());
        steps.add(files);
        steps.add(new ProcessorErasure(database, processor));
        for (SimulatedBuyers.Part part : SimulatedBuyers.Part.values()) {
            steps.add(new SimulatedBuyerErasure(simulated, part));
        }
        // The steps before can still cause events of records that name the customer.
        steps.add(new EventErasure(database, fields));
        steps.add(new DeliveryErasure());
        steps.add(new ResponseErasure());
        return steps;
    }

    private static Map<String, List<Field>> fields() {
        Map<String, List<Field>> fields = new HashMap<>(OTHER_FIELDS);
        Stream.concat(CustomerRecords.REPLACED.stream(), Stream.of(Customers.RESOURCE, Invoices.RESOURCE))
                .forEach(resource -> fields.put(resource.name(), resource.fields()));
        return fields;
    }

    /** Returns the steps for the records of the customer. They find the addresses that the further steps look for. */
    private static List<ErasureStep> records() {
        List<ErasureStep> steps = new ArrayList<>();
        steps.add(new RecordErasure(Customers.RESOURCE, "id = $3", List.of("customer", "customer_lookup")));
        CustomerRecords.REPLACED.forEach(resource -> steps.add(new RecordErasure(resource)));
        return steps;
    }

    /** Returns the steps for rows that name an address or a record of the customer. */
    private static List<ErasureStep> rows() {
        return List.of(
                new RowErasure(
                        "refunds",
                        "refund",
                        "id",
                        "(t.reason_note IS NOT NULL OR t.failure IS NOT NULL) AND t.charge_id IN ("
                                + CustomerRecords.CHARGES + ")",
                        "reason_note = NULL, failure = NULL"),
                new RowErasure(
                        "recorded-payments",
                        "recorded_payment",
                        "id",
                        "(t.reference IS NOT NULL OR t.note IS NOT NULL) AND t.charge_id IN (" + CustomerRecords.CHARGES
                                + ")",
                        "reference = NULL, note = NULL"),
                new RowErasure(
                        "funnel-runs",
                        "funnel_run",
                        "id",
                        "t.card_id IS NOT NULL AND t.checkout_id IN (SELECT id FROM checkout WHERE seller_id = $1"
                                + " AND livemode = $2 AND charge_id IN (" + CustomerRecords.CHARGES + "))",
                        "card_id = NULL, card_brand = NULL, card_last4 = NULL"),
                new RowErasure("messages", "mail_message", "id", "t.recipient" + OF_ADDRESS + "$6", ""),
                new RowErasure(
                        "messages", "mail_message", "id", "t.subject_id IN (" + CustomerRecords.SUBJECTS + ")", ""),
                new RowErasure(
                        "tasks",
                        "processor_task",
                        "id",
                        "(t.last_error <> '" + ERASED + "' OR t.argument::jsonb ->> 'reason' IS NOT NULL)"
                                + " AND t.subject_id IN (" + CustomerRecords.SUBJECTS
                                + " UNION ALL SELECT id FROM checkout"
                                + " WHERE seller_id = $1 AND livemode = $2 AND charge_id IN (" + CustomerRecords.CHARGES
                                + "))",
                        "argument = CASE WHEN d.argument::jsonb ->> 'reason' IS NULL THEN d.argument ELSE"
                                + " (d.argument::jsonb - 'reason')::text END, last_error = CASE WHEN d.last_error"
                                + " IS NOT NULL THEN '" + ERASED + "' END"),
                new ReminderErasure(),
                new RowErasure("portal-links", "portal_link", "id", "t.email" + OF_ADDRESS + "$6", ""),
                new RowErasure("portal-sessions", "portal_session", "token_hash", "t.customer_id = $3", ""),
                new RowErasure(
                        "submitted-forms", "submitted_form", "id", "t.email" + OF_ADDRESS + "$5", "email = NULL"));
    }
}
