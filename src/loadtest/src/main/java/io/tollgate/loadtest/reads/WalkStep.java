package io.tollgate.loadtest.reads;

import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.call.Step;

/** The next page of a walk. */
final class WalkStep implements Step {
    private final Walk walk;
    private final Reads reads;
    private final Call call;

    WalkStep(Walk walk, Reads reads, Call.Caller caller) {
        this.walk = walk;
        this.reads = reads;
        this.call = Call.get(caller, walk.path());
    }

    @Override
    public String name() {
        return "list " + walk.listing().noun();
    }

    @Override
    public Call call() {
        return call;
    }

    @Override
    public void judge(Answer answer) {
        try {
            Slice slice = Slice.parse(answer.expect(200).body());
            walk.take(slice);
            reads.seen(walk, slice);
        } catch (Fault fault) {
            reads.failed(walk);
            throw fault;
        }
    }

    /** The walk stands where it stood. */
    @Override
    public void lost() {
        reads.back(walk);
    }
}
