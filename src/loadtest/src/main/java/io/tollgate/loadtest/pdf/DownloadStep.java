package io.tollgate.loadtest.pdf;

import io.tollgate.loadtest.call.Answer;
import io.tollgate.loadtest.call.Call;
import io.tollgate.loadtest.call.Fault;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A buyer downloads tickets. */
final class DownloadStep implements Step {
    static final String UNCHANGED = "304 comes for the ETag that was asked about, and for no other";

    private static final byte[] HEAD = "%PDF-".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TAIL = "%%EOF".getBytes(StandardCharsets.US_ASCII);

    private final Paper paper;
    private final Claims claims;

    /** What was known before the first try left; later ones know no less. */
    private final Paper.Begun begun;

    DownloadStep(Paper paper, Claims claims) {
        this.paper = paper;
        this.claims = claims;
        this.begun = paper.begin();
    }

    @Override
    public String name() {
        return "download tickets";
    }

    @Override
    public Call call() {
        return Call.get(Call.Caller.BUYER, "/tickets/" + paper.booking());
    }

    @Override
    public void judge(Answer answer) {
        answer.expect(200);
        String upstream = answer.header(SellerServer.UPSTREAM);
        if (!upstream.equals("200") && !upstream.equals("304")) {
            throw Fault.error("the gateway answered " + upstream + answer.where());
        }
        String etag = answer.header("ETag");
        claims.hold(Paper.WHOLE, isWhole(answer) && !etag.isEmpty(), "no whole PDF with an ETag" + answer.where());
        String asked = answer.header(SellerServer.ASKED);
        if (!asked.isEmpty()) {
            claims.hold(
                    UNCHANGED,
                    upstream.equals("304") == asked.equals(etag),
                    "%s with %s ETag".formatted(upstream, asked.equals(etag) ? "the same" : "another")
                            + answer.where());
        }
        paper.ended(begun, etag, digest(answer.body()), answer.where());
    }

    private static boolean isWhole(Answer answer) {
        byte[] body = answer.body();
        String end =
                new String(body, Math.max(0, body.length - 16), Math.min(16, body.length), StandardCharsets.US_ASCII);
        return answer.header("Content-Type").startsWith("application/pdf")
                && body.length > HEAD.length
                && Arrays.equals(body, 0, HEAD.length, HEAD, 0, HEAD.length)
                && end.stripTrailing().endsWith(new String(TAIL, StandardCharsets.US_ASCII));
    }

    private static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
