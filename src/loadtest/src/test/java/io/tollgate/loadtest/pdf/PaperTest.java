package io.tollgate.loadtest.pdf;

import static io.tollgate.loadtest.Replies.assertError;
import static io.tollgate.loadtest.Replies.assertInconsistent;
import static io.tollgate.loadtest.Replies.reply;
import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.measure.Claims;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents over time: what may be served when, and what may not. */
class PaperTest {
    private final Claims claims = new Claims(List.of());
    private final Paper paper = new Paper("b", "t", "Anna", claims);

    private static Answer served(String upstream, String asked, String etag, String body) {
        return reply(
                200,
                body,
                "Content-Type",
                "application/pdf",
                "ETag",
                etag,
                SellerServer.UPSTREAM,
                upstream,
                SellerServer.ASKED,
                asked);
    }

    private static String pdf(String text) {
        return "%PDF-1.7\n" + text + "\n%%EOF\n";
    }

    private void download(String etag, String text) {
        new DownloadStep(paper, claims).judge(served("200", "", etag, pdf(text)));
    }

    private void change() {
        assertThat(paper.startChange()).isTrue();
        new RenameStep(paper, "Bea", Call.Caller.TEST_KEY, claims)
                .judge(reply(200, "{\"data\":{\"attendeeName\":\"Bea\"}}"));
    }

    @Test
    void changed_tickets_have_another_document() {
        download("\"1\"", "Anna");
        download("\"1\"", "Anna");
        change();
        download("\"2\"", "Bea");
        assertThat(claims.broken(Paper.FRESH)).isZero();
        assertInconsistent(() -> download("\"1\"", "Anna"), "from before a change");
    }

    @Test
    void unchanged_tickets_keep_theirs() {
        download("\"1\"", "Anna");
        assertInconsistent(() -> download("\"2\"", "Bea"), "another document of the same tickets");
    }

    @Test
    void an_etag_stands_for_bytes() {
        download("\"1\"", "Anna");
        assertInconsistent(() -> download("\"1\"", "Bea"), "do not agree");
        change();
        assertInconsistent(() -> download("\"3\"", "Anna"), "do not agree");
    }

    @Test
    void while_a_change_is_under_way_both_are_right() {
        download("\"1\"", "Anna");
        DownloadStep before = new DownloadStep(paper, claims);
        assertThat(paper.startChange()).isTrue();
        assertThat(paper.startChange()).as("one at a time").isFalse();
        DownloadStep during = new DownloadStep(paper, claims);
        paper.endChange();
        before.judge(served("200", "", "\"1\"", pdf("Anna")));
        during.judge(served("200", "\"1\"", "\"2\"", pdf("Bea")));
        download("\"2\"", "Bea");
    }

    @Test
    void a_change_nobody_knows_of_proves_nothing() {
        download("\"1\"", "Anna");
        assertThat(paper.startChange()).isTrue();
        new RenameStep(paper, "Bea", Call.Caller.TEST_KEY, claims).lost();
        download("\"2\"", "Bea");
        download("\"2\"", "Bea");
    }

    @Test
    void broken_documents_are_found() {
        for (String body : List.of("", "%PDF-1.7 cut of", "<html>%%EOF")) {
            assertInconsistent(
                    () -> new DownloadStep(paper, claims).judge(served("200", "", "\"1\"", body)), "no whole PDF");
        }
        assertInconsistent(
                () -> new DownloadStep(paper, claims).judge(served("200", "", "", pdf("Anna"))), "no whole PDF");
    }

    @Test
    void not_modified_is_said_of_what_was_asked_about() {
        new DownloadStep(paper, claims).judge(served("304", "\"1\"", "\"1\"", pdf("Anna")));
        assertInconsistent(
                () -> new DownloadStep(paper, claims).judge(served("304", "\"1\"", "\"2\"", pdf("Bea"))),
                "304 with another ETag");
        assertInconsistent(
                () -> new DownloadStep(paper, claims).judge(served("200", "\"1\"", "\"1\"", pdf("Anna"))),
                "200 with the same ETag");
    }

    @Test
    void a_wrong_name_and_a_refusal_are_found() {
        assertThat(paper.startChange()).isTrue();
        assertInconsistent(
                () -> new RenameStep(paper, "Bea", Call.Caller.TEST_KEY, claims)
                        .judge(reply(200, "{\"data\":{\"attendeeName\":\"Anna\"}}")),
                "another attendee");
        assertError(() -> new DownloadStep(paper, claims).judge(reply(404, "{}")), "answered 404");
    }
}
