package io.tollgate.platform.resource;

import org.jspecify.annotations.Nullable;

/**
 * Who sends requests for a seller: an API key, or a member in the dashboard.
 *
 * @param id of the key or of the member
 * @param name of the member at the time; empty for a key
 */
public record Principal(Kind kind, String id, String name) {
    private static final String MEMBER = "member ";

    /** The kinds of principals. */
    public enum Kind {
        API_KEY,
        MEMBER
    }

    public static Principal ofKey(String id) {
        return new Principal(Kind.API_KEY, id, "");
    }

    public static Principal ofMember(String id, String name) {
        return new Principal(Kind.MEMBER, id, name);
    }

    /** Returns the principal of a stored text; null if the text is null or empty. */
    public static @Nullable Principal parse(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        if (!text.startsWith(MEMBER)) {
            return ofKey(text);
        }
        String[] parts = text.split(" ", 3);
        return ofMember(parts[1], parts.length < 3 ? "" : parts[2]);
    }

    /** Returns the text under which background work stores the principal: of a key, its id. */
    public String text() {
        return kind == Kind.API_KEY ? id : MEMBER + id + " " + name;
    }

    /** Returns the id of the key; null for a member. */
    public @Nullable String keyId() {
        return kind == Kind.API_KEY ? id : null;
    }

    /** Returns the id of the member; null for a key. */
    public @Nullable String memberId() {
        return kind == Kind.MEMBER ? id : null;
    }
}
