package io.tollgate.catalog.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.PageDuplication;
import io.tollgate.catalog.page.PageRecords;
import io.tollgate.catalog.product.OrderBumpCopies;
import io.tollgate.platform.records.Capacities.Kind;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ticket groups, the ticket types and the order bumps of an event that is copied. */
final class EventParts implements PageDuplication.Parts {
    private static final String GROUP_OF_TYPE = "ticketGroupId";
    private static final String PRODUCT_OF_BUMP = "productId";

    @Override
    public @Nullable Resource resource(ObjectNode part) {
        return part.has(GROUP_OF_TYPE) ? TicketGroups.TYPE_STORED : null;
    }

    @Override
    public Future<List<ObjectNode>> read(WriteContext write, Stored event) {
        String id = NamedDocuments.id(event.record());
        ObjectNode details = (ObjectNode) event.record().path(NewEvent.DETAILS);
        return OrderBumpCopies.read(write, Events.RESOURCE, id)
                .compose(bumps -> TicketGroupRecords.withCapacity(write, Kind.EVENT, event, details)
                        .compose(completed -> TicketGroupRecords.load(write, id))
                        .map(stored -> {
                            List<ObjectNode> all = new ArrayList<>(stored.groups());
                            all.addAll(stored.types());
                            all.addAll(bumps);
                            return all;
                        }));
    }

    @Override
    public Future<Stored> insert(WriteContext write, PageRecords events, ObjectNode event, List<ObjectNode> copies) {
        String id = NamedDocuments.id(event);
        List<ObjectNode> bumps =
                copies.stream().filter(one -> one.has(PRODUCT_OF_BUMP)).toList();
        List<ObjectNode> types =
                copies.stream().filter(one -> one.has(GROUP_OF_TYPE)).toList();
        List<ObjectNode> groups = copies.stream()
                .filter(one -> !one.has(PRODUCT_OF_BUMP) && !one.has(GROUP_OF_TYPE))
                .toList();
        return events.insert(write, event)
                .compose(stored -> OrderBumpCopies.insert(write, id, bumps)
                        .compose(done -> NewEvent.insertParts(write, event, groups, types))
                        .map(stored));
    }
}
