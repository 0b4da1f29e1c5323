package io.tollgate.dashboard;

import java.util.List;

/**
 * The settings of the account.
 *
 * @param path to which the form is sent
 * @param editable whether the member may change them here: both modes share them, and live mode changes them
 * @param done whether the member has just saved them
 * @param version of the account, which must not have changed until the form is sent
 * @param problems what is wrong with the form as a whole
 */
public record AccountSettingsView(
        Frame frame,
        String path,
        boolean editable,
        boolean done,
        String version,
        List<Group> groups,
        List<String> problems) {
    public record Group(String label, List<ActionView.Input> inputs) {}
}
