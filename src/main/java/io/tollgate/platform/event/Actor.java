package io.tollgate.platform.event;

import io.tollgate.platform.resource.Principal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Who caused a change.
 *
 * @param id of the API key or the member; null for all others
 */
public record Actor(Type type, @Nullable String id) {
    /** A buyer on a hosted page. */
    public static final Actor BUYER = new Actor(Type.BUYER, null);

    /** A customer in the portal. */
    public static final Actor CUSTOMER = new Actor(Type.CUSTOMER, null);

    /** The payment processor, by an event or a state that Tollgate read. */
    public static final Actor PROCESSOR = new Actor(Type.PROCESSOR, null);

    /** Tollgate, because something became due. */
    public static final Actor SYSTEM = new Actor(Type.SYSTEM, null);

    /** What can cause changes. */
    public enum Type {
        API_KEY,
        BUYER,
        CUSTOMER,
        MEMBER,
        PROCESSOR,
        SYSTEM;

        /** Returns the name in responses. */
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the names of all types. */
        public static List<String> all() {
            return Arrays.stream(values()).map(Type::wire).toList();
        }
    }

    /** Returns the actor of a request. */
    public static Actor of(Principal principal) {
        return new Actor(principal.kind() == Principal.Kind.MEMBER ? Type.MEMBER : Type.API_KEY, principal.id());
    }
}
