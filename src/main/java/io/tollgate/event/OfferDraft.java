package io.tollgate.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.input.Input;
import io.tollgate.page.Templates;
import io.tollgate.product.References;
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
import org.jspecify.annotations.Nullable;

/**
 * The ticket groups and types of one event while they are made and changed. What is wrong with what
 * was sent is noted there; ids come from outside, so that the same can be done without any first, to
 * see what is wrong.
 */
final class OfferDraft {
    private static final Set<String> APART = Set.of(
            "key", "reference", "ticketTypes", "imageId", "ticketGroupId", SaleRules.OF_GROUPS, SaleRules.OF_TYPES);

    private final Map<String, ObjectNode> groups = new LinkedHashMap<>();
    private final Map<String, ObjectNode> types = new LinkedHashMap<>();
    private final Map<String, String> groupKeys = new HashMap<>();
    private final Map<String, String> typeKeys = new HashMap<>();
    private final Supplier<String> ids;
    private final Map<String, ObjectNode> images;
    private final boolean allKnown;
    private final String eventStart;

    /**
     * @param images those that were found, by id
     * @param allKnown whether the event has no other groups and types than those that are given or made
     * @param eventStart as the event's details hold it, or empty
     */
    OfferDraft(
            Collection<ObjectNode> groups,
            Collection<ObjectNode> types,
            Supplier<String> ids,
            Map<String, ObjectNode> images,
            boolean allKnown,
            String eventStart) {
        groups.forEach(group -> this.groups.put(NamedDocuments.id(group), group.deepCopy()));
        types.forEach(type -> this.types.put(NamedDocuments.id(type), type.deepCopy()));
        this.ids = ids;
        this.images = images;
        this.allKnown = allKnown;
        this.eventStart = eventStart;
    }

    /** To see what is wrong with a body, without the database: what comes of it is not kept. */
    static OfferDraft rehearsal(boolean allKnown) {
        AtomicLong number = new AtomicLong();
        return new OfferDraft(
                List.of(), List.of(), () -> "%024x".formatted(number.incrementAndGet()), Map.of(), allKnown, "");
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

    /** The id of a type by the key that the request gave it, or by its id. */
    @Nullable
    String typeId(String name) {
        ObjectNode found = NamedDocuments.of(name, typeKeys, types);
        return found == null ? null : NamedDocuments.id(found);
    }

    List<ObjectNode> typesOf(String groupId) {
        return types.values().stream()
                .filter(type -> type.path("ticketGroupId").asText().equals(groupId))
                .toList();
    }

    /** The offer of an event for which none was sent: one group with one free ticket. */
    void addUsual() {
        ObjectNode group =
                OfferTemplates.group(ids.get()).put("name", "Tickets").put("reference", "tickets");
        groups.put(NamedDocuments.id(group), group);
        ObjectNode type = OfferTemplates.type(ids.get(), NamedDocuments.id(group))
                .put("name", "Free ticket")
                .put("reference", "free_ticket")
                .put("pricing", "free");
        types.put(NamedDocuments.id(type), type);
    }

    /** Adds groups with their types, which may refer to one another by their keys. */
    List<ObjectNode> addGroups(List<Input> sent) {
        List<ObjectNode> added = new ArrayList<>();
        List<Input> sentTypes = new ArrayList<>();
        List<ObjectNode> addedTypes = new ArrayList<>();
        for (Input one : sent) {
            ObjectNode group = begun(one, OfferTemplates.group(ids.get()), groups, groupKeys);
            added.add(group);
            List<Input> within = one.objects("ticketTypes");
            sentTypes.addAll(within);
            within.forEach(type -> addedTypes.add(begunType(type, NamedDocuments.id(group))));
        }
        referencesOf(sent, added, groups, "ticket_group");
        referencesOf(sentTypes, addedTypes, types, "ticket");
        for (int i = 0; i < addedTypes.size(); i++) {
            completeType(sentTypes.get(i), addedTypes.get(i));
        }
        for (int i = 0; i < added.size(); i++) {
            completeGroup(sent.get(i), added.get(i));
        }
        return added;
    }

    ObjectNode addType(String groupId, Input sent) {
        ObjectNode type = begunType(sent, groupId);
        referencesOf(List.of(sent), List.of(type), types, "ticket");
        completeType(sent, type);
        return type;
    }

    void changeGroup(ObjectNode group, Input sent) {
        group.setAll(Templates.over(sent, group, OfferTemplates.group(""), APART));
        referencesOf(List.of(sent), List.of(group), groups, "ticket_group");
        completeGroup(sent, group);
    }

    /** Moves the type where the request says so, and changes it then. */
    void changeType(ObjectNode type, Input sent) {
        String target = sent.text("ticketGroupId");
        if (target != null) {
            sent.rule(groups.containsKey(target), "ticketGroupId", "names no ticket group of this event");
            type.put("ticketGroupId", target);
        }
        type.setAll(Templates.over(sent, type, OfferTemplates.type("", ""), APART));
        referencesOf(List.of(sent), List.of(type), types, "ticket");
        completeType(sent, type);
    }

    /**
     * A type that went to another group, or off the market, is not chosen beforehand any more. Gives the
     * groups in which one was.
     */
    List<ObjectNode> mend() {
        List<ObjectNode> mended = new ArrayList<>();
        for (ObjectNode group : groups.values()) {
            ObjectNode type = types.get(group.at("/preselect/ticketTypeId").asText(""));
            boolean stays = type == null
                    || (type.path("ticketGroupId").asText().equals(NamedDocuments.id(group))
                            && !type.path("status").asText().equals("archived"));
            if (!stays) {
                group.withObject("/preselect").put("enabled", false).putNull("ticketTypeId");
                mended.add(group);
            }
        }
        return mended;
    }

    private ObjectNode begunType(Input sent, String groupId) {
        return begun(sent, OfferTemplates.type(ids.get(), groupId), types, typeKeys);
    }

    private static ObjectNode begun(
            Input sent, ObjectNode template, Map<String, ObjectNode> all, Map<String, String> keys) {
        ObjectNode begun = Templates.over(sent, template, APART);
        all.put(NamedDocuments.id(begun), begun);
        String key = sent.text("key");
        sent.rule(key == null || keys.put(key, NamedDocuments.id(begun)) == null, "key", "is the key of another one");
        return begun;
    }

    /** References that were given are taken first; the others are made from the names. */
    private static void referencesOf(
            List<Input> sent, List<ObjectNode> documents, Map<String, ObjectNode> all, String otherwise) {
        Set<String> taken = new HashSet<>();
        all.values().stream()
                .filter(other -> !documents.contains(other))
                .forEach(other -> taken.add(other.path("reference").asText("")));
        for (int i = 0; i < documents.size(); i++) {
            String given = sent.get(i).text("reference");
            String kept = given == null ? documents.get(i).path("reference").asText("") : given;
            if (!kept.isEmpty()) {
                sent.get(i).rule(taken.add(kept) || given == null, "reference", "is taken in this event");
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

    private void completeType(Input sent, ObjectNode type) {
        new SaleRules(SaleRules.OF_TYPES, types, typeKeys, allKnown, eventStart).apply(sent, type);
        TypeRules.apply(sent, type);
        if (sent.has("imageId")) {
            String image = sent.text("imageId");
            type.set("image", image == null ? null : images.get(image));
        }
    }

    private void completeGroup(Input sent, ObjectNode group) {
        new SaleRules(SaleRules.OF_GROUPS, groups, groupKeys, allKnown, eventStart).apply(sent, group);
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
            ObjectNode type = NamedDocuments.of(named, typeKeys, types);
            JsonNode of = type == null ? chosen.nullNode() : type.path("ticketGroupId");
            preselect.rule(
                    of.asText().equals(NamedDocuments.id(group)), "ticketTypeId", "names no ticket type of this group");
            chosen.put("ticketTypeId", type == null ? null : NamedDocuments.id(type));
        }
        boolean open = preselect.has("enabled") || preselect.has("ticketTypeId");
        boolean right = !chosen.path("enabled").asBoolean() || chosen.hasNonNull("ticketTypeId");
        preselect.rule(
                !open || right || preselect.wasMeant("ticketTypeId"),
                "ticketTypeId",
                "is required while enabled is true");
    }
}
