package io.tollgate.dashboard;

import io.tollgate.dashboard.AccountView.Session;
import java.util.List;

/**
 * Where another member is signed in.
 *
 * @param member what people call the member
 * @param back path of the member
 * @param editable whether the person at the page may end sessions
 */
public record MemberSessionsView(Frame frame, String member, String back, boolean editable, List<Session> sessions) {}
