package io.tollgate.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Members that are read, and that nobody can set. Callers read a list, add to it and send it with all that they
 * read in it: each such member is taken with the value that is read, and refused with another.
 */
public final class RoundTrip {
    public static final RoundTrip NOTHING = new RoundTrip(List.of());

    /** Since when a switch is on. */
    public static final Key SINCE = Key.time("enabledAt").orNull();

    private final List<Member> members;

    /** @param within names of what holds it, from the outside in; of what stands in lists, without positions */
    private record Member(List<String> within, Key key) {}

    private RoundTrip(List<Member> members) {
        this.members = members;
    }

    /** @param within like {@code variants.options} */
    public RoundTrip with(String within, Key key) {
        List<Member> more = new ArrayList<>(members);
        more.add(new Member(List.of(within.split("\\.")), key));
        return new RoundTrip(List.copyOf(more));
    }

    /** The keys of a body with these members at their places. */
    public Key[] among(Key... keys) {
        List<Key> all = List.of(keys);
        for (Member member : members) {
            all = added(all, member.within(), member.key());
        }
        return all.toArray(Key[]::new);
    }

    private static List<Key> added(List<Key> keys, List<String> within, Key member) {
        List<Key> all = new ArrayList<>();
        for (Key key : keys) {
            boolean holds = !within.isEmpty() && key.name().equals(within.get(0));
            Value value = holds ? added(key.value(), within.subList(1, within.size()), member) : key.value();
            all.add(new Key(key.name(), value, key.required(), key.clearable()));
        }
        if (within.isEmpty()) {
            all.add(member);
        }
        return all;
    }

    private static Value added(Value value, List<String> within, Key member) {
        Value item = value.item();
        return new Value(
                value.kind(),
                value.min(),
                value.max(),
                value.values(),
                value.pattern(),
                value.expected(),
                item == null ? added(value.keys(), within, member) : value.keys(),
                item == null ? null : added(item, within, member));
    }

    /**
     * Notes each of these members that was sent with a value that is not read.
     *
     * @param before what the caller may have read
     * @param after what is read once it is changed
     */
    public void validate(Input input, JsonNode before, JsonNode after) {
        members.forEach(member -> validate(input, member.within(), member.key().name(), before, after));
    }

    private static void validate(Input input, List<String> within, String name, JsonNode before, JsonNode after) {
        if (within.isEmpty()) {
            JsonNode sent = input.values().path(name);
            boolean asRead = !input.has(name) || same(sent, before.path(name)) || same(sent, after.path(name));
            input.rule(asRead, name, "is read-only: leave it out, or send it as it is read");
            return;
        }
        List<String> rest = within.subList(1, within.size());
        JsonNode was = before.path(within.get(0));
        JsonNode is = after.path(within.get(0));
        validate(input.object(within.get(0)), rest, name, was, is);
        List<Input> items = input.objects(within.get(0));
        for (int i = 0; i < items.size(); i++) {
            validate(items.get(i), rest, name, item(was, items.get(i).text("id"), i), is.path(i));
        }
    }

    /** The same one before: by its id where such items have ids, else by its place. */
    private static JsonNode item(JsonNode was, @Nullable String id, int place) {
        for (JsonNode one : was) {
            if (Objects.equals(one.path("id").textValue(), id) && id != null) {
                return one;
            }
        }
        return was.path(place).has("id") ? MissingNode.getInstance() : was.path(place);
    }

    /** Whether a value is the one that is read, however its numbers are held; what is not there is read as null. */
    private static boolean same(JsonNode sent, JsonNode read) {
        if (sent.isObject()) {
            return sent.properties().stream().allMatch(each -> same(each.getValue(), read.path(each.getKey())));
        }
        if (sent.isNumber() && read.isNumber()) {
            return sent.decimalValue().compareTo(read.decimalValue()) == 0;
        }
        return sent.isNull() ? read.isMissingNode() || read.isNull() : sent.equals(read);
    }
}
