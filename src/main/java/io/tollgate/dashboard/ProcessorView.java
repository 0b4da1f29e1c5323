package io.tollgate.dashboard;

import io.tollgate.dashboard.RecordView.Fact;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The account at the payment processor, in the mode of the page.
 *
 * @param path of the page
 * @param key idempotency key of the forms
 * @param done what the member has just done; null without it
 * @param status whether payments go to an own account, to the simulator, or nowhere
 * @param facts of the account
 * @param eventUrl address for the processor's events
 * @param prefix what keys of the mode contain, such as {@code live}
 * @param editable whether the member may connect and disconnect
 * @param check what the processor says about the key; null if it was not asked
 * @param problems by the name of the input
 * @param general problems of no input
 */
public record ProcessorView(
        Frame frame,
        String path,
        String key,
        @Nullable String done,
        String status,
        List<Fact> facts,
        String eventUrl,
        String prefix,
        boolean editable,
        @Nullable Check check,
        Map<String, String> problems,
        List<String> general) {
    /** @param message a sentence */
    public record Check(boolean accepted, String message) {}

    /** Returns whether an account is connected, be it one of the simulator. */
    public boolean isConnected() {
        return !status.equals("none");
    }

    /** Returns what is wrong with an input; empty if nothing is. */
    public String problem(String input) {
        return problems.getOrDefault(input, "");
    }
}
