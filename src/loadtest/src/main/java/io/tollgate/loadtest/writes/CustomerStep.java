package io.tollgate.loadtest.writes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.util.Arrays;

/** Changes a customer of the load, or reads back what the last change answered. Nobody else changes it meanwhile. */
final class CustomerStep implements Step {
    static final String CHANGED = "a changed customer is answered as sent";
    static final String READ_BACK = "a customer read after a change is what the change answered, byte for byte";

    private final Ledger.Customer customer;
    private final String name;
    private final Ledger ledger;
    private final Claims claims;
    private final Call call;

    /** @param name to be given, or empty to read back */
    CustomerStep(Ledger.Customer customer, String name, Call.Caller caller, Ledger ledger, Claims claims) {
        this.customer = customer;
        this.name = name;
        this.ledger = ledger;
        this.claims = claims;
        String path = "/v1/customers/" + customer.id();
        this.call = name.isEmpty()
                ? Call.get(caller, path)
                : Call.write(
                        caller,
                        "PATCH",
                        path,
                        JsonNodeFactory.instance.objectNode().put("name", name).toString());
    }

    @Override
    public String name() {
        return name.isEmpty() ? "get customer changed" : "change customer";
    }

    @Override
    public Call call() {
        return call;
    }

    @Override
    public void judge(Answer answer) {
        // What is read is what the next reading must be, whatever was wrong with this one.
        ledger.giveCustomer(new Ledger.Customer(customer.id(), answer.status() == 200 ? answer.body() : null));
        answer.expect(200);
        if (name.isEmpty()) {
            claims.hold(
                    READ_BACK,
                    Arrays.equals(answer.body(), customer.record()),
                    "not what the change answered" + answer.where());
        } else {
            claims.hold(
                    CHANGED,
                    answer.json().at("/data/name").asText().equals(name),
                    "another name than was sent" + answer.where());
        }
    }

    @Override
    public void lost() {
        ledger.giveCustomer(new Ledger.Customer(customer.id(), null));
    }
}
