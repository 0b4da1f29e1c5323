package io.tollgate.dashboard;

import io.tollgate.accounts.seller.Sellers;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;

/** Where another member is signed in. Ending a session closes the seller to it, not other sellers of the person. */
record MemberSessionsPage(DashboardApi api, FormGuard guard, Sellers sellers) {
    private static final String SCOPE = "members:write";

    Future<?> show(DashboardRequest open) {
        String member = RecordPage.id(open);
        SessionList list = new SessionList(api);
        return Future.all(
                        RecordPage.record(api, open, RecordList.MEMBERS, member),
                        list.read(open, member),
                        sellers.seller(open.membership().sellerId()))
                .onSuccess(read -> {
                    ValueFormat format =
                            new ValueFormat(read.<Sellers.Seller>resultAt(2).zone());
                    String path = back(open, member) + SessionList.BELOW;
                    String name = RecordPage.title(RecordList.MEMBERS, read.resultAt(0));
                    DashboardRenderer.send(
                            open.ctx(),
                            200,
                            "memberSessions",
                            new MemberSessionsView(
                                    Frame.of(open, guard, Section.MEMBERS, "Sessions of " + name),
                                    name,
                                    back(open, member),
                                    open.may(SCOPE),
                                    SessionList.shown(open, read.resultAt(1), path, format)));
                });
    }

    private static String back(DashboardRequest open, String member) {
        return open.path(Section.MEMBERS) + "/" + member;
    }

    Future<?> end(DashboardRequest open, SubmittedForm form) {
        open.caller().require(SCOPE);
        String member = RecordPage.id(open);
        return new SessionList(api)
                .end(open, member, open.ctx().pathParam("session"))
                .onSuccess(ended -> DashboardRenderer.redirect(open.ctx(), back(open, member) + SessionList.BELOW));
    }
}
