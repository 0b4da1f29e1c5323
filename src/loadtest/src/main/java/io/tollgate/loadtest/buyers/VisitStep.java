package io.tollgate.loadtest.buyers;

import io.tollgate.loadtest.buyers.Visitor.Stage;
import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Step;

/** The next request of one visitor. */
final class VisitStep implements Step {
    private final Buyers buyers;
    private final Visitor visitor;
    private final String name;
    private final Call call;

    VisitStep(Buyers buyers, Visitor visitor) {
        this.buyers = buyers;
        this.visitor = visitor;
        this.name = visitor.stage().step;
        this.call = visitor.call(buyers.path());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Call call() {
        return call;
    }

    @Override
    public void judge(Answer answer) {
        try {
            Stage next = buyers.judge(visitor, answer);
            visitor.reach(next);
            buyers.give(visitor);
        } catch (RuntimeException wrong) {
            buyers.stray(visitor);
            throw wrong;
        }
    }

    @Override
    public void lost() {
        buyers.stray(visitor);
    }
}
