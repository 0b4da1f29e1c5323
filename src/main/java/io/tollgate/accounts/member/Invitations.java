package io.tollgate.accounts.member;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.mail.MailOutbox;
import io.tollgate.platform.mail.MailPurpose;
import io.tollgate.platform.mail.RepeatedMail;
import io.tollgate.platform.resource.Scope;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;

/**
 * Sends invitations to members: a message about the member, whose link is the open invitation at that time. Members
 * belong to no mode, so their messages are those of live mode.
 *
 * @param repeated limits the messages of a member
 */
public record Invitations(RepeatedMail repeated) {
    Future<Void> send(WriteContext write, MemberLinks links, ObjectNode member) {
        return links.invite(write, member.path("email").asText())
                .compose(link -> live(write))
                .map(live -> {
                    MailOutbox.enqueue(
                            live,
                            MailPurpose.MEMBER_INVITATION,
                            member.path("id").asText());
                    return null;
                });
    }

    /** Sends another message with a new link. Fails with 429 if the member has had those of the hour. */
    Future<Void> repeat(WriteContext write, MemberLinks links, ObjectNode member) {
        String email = member.path("email").asText();
        return MemberRows.endInvitations(write, email)
                .compose(ended -> links.invite(write, email))
                .compose(link -> live(write))
                .compose(live -> repeated.send(
                        live, MailPurpose.MEMBER_INVITATION, member.path("id").asText()));
    }

    private static Future<WriteContext> live(WriteContext write) {
        return write.scope().live()
                ? Future.succeededFuture(write)
                : write.in(new Scope(write.scope().sellerId(), true));
    }
}
