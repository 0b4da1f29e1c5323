package io.tollgate.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.page.Templates;

/** What holds of new ticket groups and ticket types where nothing is said. */
final class OfferTemplates {
    private OfferTemplates() {}

    private static final ObjectNode SHARED = Templates.of("""
            {
              "description": null, "status": "enabled", "capacity": null, "hidden": false, "hideWhenSoldOut": false,
              "hideWhenNotOnSale": false, "hideWhenScheduled": false, "hideWhenUnavailable": false,
              "availabilityBehavior": "always_available", "saleStartOn": null, "saleEndOn": null
            }
            """);

    private static final ObjectNode GROUP = Templates.of("""
            {
              "id": null, "name": "", "reference": null,
              "layout": {
                "type": "list", "columns": 2, "collapse": false, "alignment": "default", "spacing": "comfortable",
                "imageSize": "medium", "showTicketGroupName": true, "showTicketTypeName": true,
                "showTicketPrice": true, "showTicketTotalPrice": true, "showPwywPlaceholder": true,
                "showTicketFee": true, "showTicketSaleDateTimezone": false
              },
              "ticketSelectionType": "quantity", "feeDisplay": "included",
              "preselect": { "enabled": false, "ticketTypeId": null, "quantity": 1 },
              "bulkDiscounts": [], "triggerTicketGroupId": null, "updatedAt": null
            }
            """).setAll(SHARED.deepCopy());

    private static final ObjectNode TYPE = Templates.of("""
            {
              "id": null, "ticketGroupId": null, "name": "", "reference": null, "pricing": "paid", "price": 0,
              "pwywSuggestedPrice": null, "discountedFromPrice": null, "feeAmount": null, "minQuantity": 0,
              "maxQuantity": null, "showAvailableQuantity": false, "showTicketSaleDates": false, "image": null,
              "triggerTicketTypeId": null, "updatedAt": null
            }
            """).setAll(SHARED.deepCopy());

    static ObjectNode group(String id) {
        return GROUP.deepCopy().put("id", id);
    }

    static ObjectNode type(String id, String groupId) {
        return TYPE.deepCopy().put("id", id).put("ticketGroupId", groupId);
    }
}
