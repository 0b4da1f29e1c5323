package io.tollgate.dashboard;

import io.tollgate.accounts.member.Membership;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What surrounds the content of every page of a member: menu, seller, mode and account.
 *
 * @param title of the page
 * @param live whether the page shows live mode
 * @param modes the same section in both modes, live first
 * @param search path of the search over all lists
 * @param sellers all sellers of the person
 * @param csrf proof for the forms of the page
 */
public record Frame(
        String title,
        String seller,
        String person,
        String email,
        String role,
        boolean live,
        List<Group> menu,
        List<Link> modes,
        String search,
        List<Link> sellers,
        String csrf) {
    /** Sections under one heading, which is empty for those before the first. */
    public record Group(String label, List<Link> links) {}

    /** A link of the frame. */
    public record Link(String label, String path, boolean current) {}

    /** @param section of the page */
    static Frame of(DashboardRequest open, FormGuard guard, Section section, String title) {
        Membership own = open.membership();
        Map<String, List<Link>> menu = new LinkedHashMap<>();
        for (Section one : Section.values()) {
            if (one.isOpenTo(open)) {
                menu.computeIfAbsent(one.group(), group -> new ArrayList<>())
                        .add(new Link(one.label(), open.path(one), one == section));
            }
        }
        List<Link> sellers = open.session().memberships().stream()
                .map(one -> new Link(
                        one.displayName(),
                        DashboardRequest.path(one.sellerName(), open.live()),
                        one.sellerId().equals(own.sellerId())))
                .toList();
        return new Frame(
                title,
                own.displayName(),
                own.label(),
                own.email(),
                own.role().label(),
                open.live(),
                menu.entrySet().stream()
                        .map(group -> new Group(group.getKey(), group.getValue()))
                        .toList(),
                List.of(
                        new Link("Live", open.path(true, section), open.live()),
                        new Link("Test", open.path(false, section), !open.live())),
                open.path(Section.HOME) + SearchPage.PATH,
                sellers,
                guard.proof(open.session().token()));
    }

    /** Returns the first character of the seller's name. */
    public String initial() {
        return seller.isEmpty()
                ? ""
                : seller.substring(0, seller.offsetByCodePoints(0, 1)).toUpperCase(Locale.ROOT);
    }

    /** Returns the path to which the form for signing out is sent. */
    public String signOut() {
        return SignInPages.SIGN_OUT;
    }
}
