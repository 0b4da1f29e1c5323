package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.Templates;
import io.tollgate.catalog.product.References;
import io.tollgate.platform.input.Input;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The ticket groups and ticket types of one event during a write. Changes add problems to the {@link Input} of the
 * request.
 *
 * <p>A request that creates is applied twice: first to an empty draft, to validate it before the database is
 * accessed, and then to the stored groups.
 */
final class TicketGroupDraft {
    private static final Set<String> APART = Set.of(
            "key", "reference", "ticketTypes", "imageId", "ticketGroupId", SaleRules.OF_GROUPS, SaleRules.OF_TYPES);

    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");

    /** Stands for the former state of a new group or type. */
    private static final JsonNode NONE = MissingNode.getInstance();

    private final Map<String, ObjectNode> groups = new LinkedHashMap<>();
    private final Map<String, ObjectNode> types = new LinkedHashMap<>();
    private final Map<String, String> groupKeys = new HashMap<>();
    private final Map<String, String> typeKeys = new HashMap<>();
    private final Supplier<String> ids;
    private final Map<String, ObjectNode> images;
    private final boolean allKnown;
    private final String eventStart;
    private final String currency;

    /**
     * @param ids generates the ids of new groups and types
     * @param images the images that the request names, by id
     * @param allKnown whether the draft has all groups and types of the event, so that an unknown trigger is an error
     * @param eventStart the start date of the event in ISO 8601; empty if it has none
     * @param currency of the event; empty if it is not known yet
     */
    TicketGroupDraft(
            Collection<ObjectNode> groups,
            Collection<ObjectNode> types,
            Supplier<String> ids,
            Map<String, ObjectNode> images,
            boolean allKnown,
            String eventStart,
            String currency) {
        groups.forEach(group -> this.groups.put(NamedDocuments.id(group), group.deepCopy()));
        types.forEach(type -> this.types.put(NamedDocuments.id(type), type.deepCopy()));
        this.ids = ids;
        this.images = images;
        this.allKnown = allKnown;
        this.eventStart = eventStart;
        this.currency = currency;
    }

    /** Returns an empty draft that generates temporary ids, for validation before the database is accessed. */
    static TicketGroupDraft forValidation(boolean allKnown, String currency) {
        AtomicLong number = new AtomicLong();
        return new TicketGroupDraft(
                List.of(),
                List.of(),
                () -> "%024x".formatted(number.incrementAndGet()),
                Map.of(),
                allKnown,
                "",
                currency);
    }

    Collection<ObjectNode> groups() {
        return groups.values();
    }

    Collection<ObjectNode> types() {
        return types.values();
    }

    @Nullable
    ObjectNode group(String id) {
        return groups.get(id);
    }

    @Nullable
    ObjectNode type(String id) {
        return types.get(id);
    }

    /** Returns the id of the ticket type with this key or id; null if there is none. */
    @Nullable
    String typeId(String name) {
        ObjectNode found = NamedDocuments.find(name, typeKeys, types);
        return found == null ? null : NamedDocuments.id(found);
    }

    List<ObjectNode> typesOf(String groupId) {
        return types.values().stream()
                .filter(type -> type.path("ticketGroupId").asText().equals(groupId))
                .toList();
    }

    /** Adds one group with one free ticket type, for events that are created without groups. */
    void addDefault() {
        ObjectNode group =
                TicketGroups.newGroup(ids.get()).put("name", "Tickets").put("reference", "tickets");
        groups.put(NamedDocuments.id(group), group);
        ObjectNode type = TicketGroups.newType(ids.get(), NamedDocuments.id(group))
                .put("name", "Free ticket")
                .put("reference", "free_ticket")
                .put("pricing", "free");
        types.put(NamedDocuments.id(type), type);
    }

    /** Adds groups with their types, which may refer to each other by key. */
    List<ObjectNode> addGroups(List<Input> sent) {
        List<ObjectNode> added = new ArrayList<>();
        List<Input> sentTypes = new ArrayList<>();
        List<ObjectNode> addedTypes = new ArrayList<>();
        for (Input one : sent) {
            ObjectNode group = create(one, TicketGroups.newGroup(ids.get()), groups, groupKeys);
            added.add(group);
            List<Input> within = one.objects("ticketTypes");
            sentTypes.addAll(within);
            within.forEach(type -> addedTypes.add(createType(type, NamedDocuments.id(group))));
        }
        setReferences(sent, added, groups, "ticket_group");
        setReferences(sentTypes, addedTypes, types, "ticket");
        for (int i = 0; i < addedTypes.size(); i++) {
            completeType(sentTypes.get(i), NONE, addedTypes.get(i));
        }
        for (int i = 0; i < added.size(); i++) {
            completeGroup(sent.get(i), NONE, added.get(i));
        }
        return added;
    }

    ObjectNode addType(String groupId, Input sent) {
        ObjectNode type = createType(sent, groupId);
        setReferences(List.of(sent), List.of(type), types, "ticket");
        completeType(sent, NONE, type);
        return type;
    }

    void changeGroup(ObjectNode group, Input sent) {
        ObjectNode former = group.deepCopy();
        group.setAll(Templates.merge(sent, group, TicketGroups.newGroup(""), APART));
        setReferences(List.of(sent), List.of(group), groups, "ticket_group");
        completeGroup(sent, former, group);
        Templates.keepFormerEmptiness(group, former);
    }

    /** Changes a type, and moves it if the request names another group. */
    void changeType(ObjectNode type, Input sent) {
        ObjectNode former = type.deepCopy();
        String target = sent.text("ticketGroupId");
        if (target != null) {
            sent.rule(groups.containsKey(target), "ticketGroupId", "no such ticket group in this event");
            type.put("ticketGroupId", target);
        }
        type.setAll(Templates.merge(sent, type, TicketGroups.newType("", ""), APART));
        setReferences(List.of(sent), List.of(type), types, "ticket");
        completeType(sent, former, type);
        Templates.keepFormerEmptiness(type, former);
    }

    /**
     * Clears each {@code preselect} whose ticket type was archived.
     *
     * @return the changed groups
     */
    List<ObjectNode> clearInvalidPreselects() {
        List<ObjectNode> changed = new ArrayList<>();
        for (ObjectNode group : groups.values()) {
            ObjectNode type = types.get(group.at("/preselect/ticketTypeId").asText(""));
            if (type != null && type.path("status").asText().equals("archived")) {
                group.withObject("/preselect").put("enabled", false).putNull("ticketTypeId");
                changed.add(group);
            }
        }
        return changed;
    }

    private ObjectNode createType(Input sent, String groupId) {
        return create(sent, TicketGroups.newType(ids.get(), groupId), types, typeKeys);
    }

    private static ObjectNode create(
            Input sent, ObjectNode template, Map<String, ObjectNode> all, Map<String, String> keys) {
        ObjectNode created = Templates.merge(sent, template, APART);
        all.put(NamedDocuments.id(created), created);
        String key = sent.text("key");
        sent.rule(key == null || keys.put(key, NamedDocuments.id(created)) == null, "key", "is used twice");
        return created;
    }

    /**
     * Sets the references. A document without a reference gets a unique one, which is derived from its name.
     *
     * @param otherwise the reference of a name without usable characters
     */
    private static void setReferences(
            List<Input> sent, List<ObjectNode> documents, Map<String, ObjectNode> all, String otherwise) {
        Set<String> taken = new HashSet<>();
        all.values().stream()
                .filter(other -> !documents.contains(other))
                .forEach(other -> taken.add(other.path("reference").asText("")));
        for (int i = 0; i < documents.size(); i++) {
            String given = sent.get(i).text("reference");
            String kept = given == null ? documents.get(i).path("reference").asText("") : given;
            if (!kept.isEmpty()) {
                sent.get(i).rule(taken.add(kept) || given == null, "reference", "is already used in this event");
                documents.get(i).put("reference", kept);
            }
        }
        for (ObjectNode document : documents) {
            if (document.path("reference").asText("").isEmpty()) {
                String derived = References.of(document.path("name").asText(), otherwise);
                document.put("reference", References.unique(derived, taken));
            }
        }
    }

    private void completeType(Input sent, JsonNode former, ObjectNode type) {
        new SaleRules(SaleRules.OF_TYPES, types, typeKeys, allKnown, eventStart).apply(sent, former, type);
        TicketTypeRules.apply(sent, type, currency);
        if (sent.has("imageId")) {
            String image = sent.text("imageId");
            type.set("image", image == null ? null : images.get(image));
        }
    }

    private void completeGroup(Input sent, JsonNode former, ObjectNode group) {
        new SaleRules(SaleRules.OF_GROUPS, groups, groupKeys, allKnown, eventStart).apply(sent, former, group);
        for (Input rule : sent.objects("bulkDiscounts")) {
            Long least = rule.integer("minQuantity");
            Long most = rule.integer("maxQuantity");
            boolean ordered = least == null || most == null || least <= most;
            rule.rule(ordered, "maxQuantity", "must not be less than minQuantity");
        }
        Input preselect = sent.object("preselect");
        ObjectNode chosen = group.withObject("/preselect");
        String named = preselect.text("ticketTypeId");
        if (named != null) {
            ObjectNode type = NamedDocuments.find(named, typeKeys, types);
            boolean later = !allKnown && ID.matcher(named).matches();
            preselect.rule(type != null || later, "ticketTypeId", "no such ticket type in this event");
            chosen.put("ticketTypeId", type == null ? null : NamedDocuments.id(type));
        }
        boolean changes = preselect.has("enabled") || preselect.has("ticketTypeId");
        boolean valid = !chosen.path("enabled").asBoolean() || chosen.hasNonNull("ticketTypeId");
        preselect.rule(
                !changes || valid || preselect.wasSent("ticketTypeId"),
                "ticketTypeId",
                "is required if enabled is true");
    }
}
