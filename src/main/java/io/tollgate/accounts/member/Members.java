package io.tollgate.accounts.member;

import static io.tollgate.platform.schema.View.CHANGE;
import static io.tollgate.platform.schema.View.CREATE;
import static io.tollgate.platform.schema.View.READ;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The resource of members: the people who may use the dashboard of a seller. */
public final class Members {
    /** The most members of a seller. */
    static final int MAX = 100;

    static final int NAME_MAX = 200;
    private static final int PAGES_MAX = 100;

    static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            Field.email("email")
                    .personal()
                    .doc("E-mail address of the person, in lower case. Whoever reads its messages can sign in. A "
                            + "member with another address is another member.")
                    .always()
                    .in(READ, CREATE)
                    .needed(),
            Field.text("name", NAME_MAX)
                    .personal()
                    .doc("Name of the person. Null if it is not known.")
                    .writable()
                    .orNull(),
            Field.of("role", Type.oneOf(Role.all()))
                    .doc("What the member may do. A seller has exactly one `owner`.")
                    .always()
                    .in(READ),
            Field.of("role", Type.oneOf(Role.assignable()))
                    .doc("What the member may do. `manager`: everything but API keys and changes of the account. "
                            + "`finance`: read sales, refund, record payments. `support`: change orders, tickets and "
                            + "customers. `door`: admit tickets.")
                    .in(CREATE, CHANGE)
                    .needed(),
            Field.of("pages", Type.list(1, PAGES_MAX, Type.ID))
                    .doc("Ids of the checkout pages, forms and events to which the member is restricted, as API keys "
                            + "can be. Null: all pages. Duplicates are removed.")
                    .writable()
                    .orNull(),
            Field.time("lastSeenAt")
                    .doc("Time of the last request to the dashboard of the seller, to the minute. Null before the "
                            + "first."),
            Field.time("invitationExpiresAt")
                    .doc("Until then the link of the last invitation can be used. Null if it was used or has expired."),
            Field.time("ownershipOfferExpiresAt")
                    .doc("Until then the member can become the owner. Null without an offer."),
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/members")
            .noun("Member")
            .idName("memberId")
            .table("member")
            .fields(SCHEMA.read())
            .indexed("role")
            .storedApart("lastSeenAt", "invitationExpiresAt", "ownershipOfferExpiresAt")
            .build();

    private Members() {}

    /** Returns the document of a new member. */
    static ObjectNode document(
            String id, String email, @Nullable String name, Role role, @Nullable List<String> pages, Instant now) {
        ObjectNode member = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("email", email)
                .put("name", name)
                .put("role", role.wire());
        setPages(member, pages);
        return member.put("createdAt", Times.text(now)).put("updatedAt", Times.text(now));
    }

    static void setPages(ObjectNode member, @Nullable List<String> pages) {
        if (pages == null) {
            member.putNull("pages");
        } else {
            ArrayNode ids = member.putArray("pages");
            pages.forEach(ids::add);
        }
    }

    /** Returns the pages to which a member is restricted; null for all. */
    static @Nullable List<String> pages(ObjectNode member) {
        if (!member.path("pages").isArray()) {
            return null;
        }
        List<String> pages = new ArrayList<>();
        member.get("pages").forEach(page -> pages.add(page.textValue()));
        return pages;
    }

    static Role role(ObjectNode member) {
        return Role.of(member.path("role").asText());
    }
}
