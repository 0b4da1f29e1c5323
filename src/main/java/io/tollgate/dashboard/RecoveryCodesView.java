package io.tollgate.dashboard;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * New recovery codes, which are shown once.
 *
 * @param path of the page that follows
 */
public record RecoveryCodesView(Frame frame, List<String> codes, String path) {
    /** Returns the codes as the text of a file. */
    public String text() {
        return String.join("\n", codes);
    }

    /** Returns an address with the text, for a link that saves it without a request. */
    public String file() {
        String text = "Recovery codes for " + frame.email() + "\nEach can be used once.\n\n" + text() + "\n";
        return "data:text/plain;charset=utf-8,"
                + URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
