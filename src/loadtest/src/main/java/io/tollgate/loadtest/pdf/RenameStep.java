package io.tollgate.loadtest.pdf;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;

/** Another attendee takes over a ticket. */
final class RenameStep implements Step {
    static final String RENAMED = "a changed attendee is answered as sent";

    private final Paper paper;
    private final String name;
    private final Claims claims;
    private final Call call;

    /** @param paper of which {@link Paper#startChange} was answered true */
    RenameStep(Paper paper, String name, Call.Caller caller, Claims claims) {
        this.paper = paper;
        this.name = name;
        this.claims = claims;
        this.call = call(paper, name, caller);
    }

    static Call call(Paper paper, String name, Call.Caller caller) {
        String body =
                JsonNodeFactory.instance.objectNode().put("attendeeName", name).toString();
        return Call.write(caller, "PATCH", "/v1/tickets/" + paper.ticket(), body);
    }

    @Override
    public String name() {
        return "change attendee";
    }

    @Override
    public Call call() {
        return call;
    }

    @Override
    public void judge(Answer answer) {
        if (answer.status() == 200) {
            paper.endChange();
        } else {
            paper.lostChange();
        }
        String shown = answer.expect(200).json().at("/data/attendeeName").asText();
        claims.hold(RENAMED, shown.equals(name), "another attendee than was sent" + answer.where());
    }

    @Override
    public void lost() {
        paper.lostChange();
    }
}
