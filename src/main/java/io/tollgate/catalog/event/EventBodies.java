package io.tollgate.catalog.event;

import io.tollgate.catalog.page.PageSchema;
import io.tollgate.platform.input.Body;

/** The request bodies of events, ticket groups and ticket types, each with an example. */
final class EventBodies {
    private EventBodies() {}

    static final Body CREATE =
            Body.of("EventCreate", """
                    {
                      "name": "Spring concert",
                      "title": "Spring concert",
                      "eventDetails": {
                        "type": "hybrid", "currency": "eur",
                        "startDate": "2027-04-10T18:00:00Z", "endDate": "2027-04-10T21:00:00Z",
                        "timezone": "Europe/Berlin", "location": "Alte Feuerwache, Köln",
                        "meetingLink": "https://meet.example/spring", "platform": "zoom", "capacity": 300,
                        "limitRegistrations": { "enabled": true },
                        "discounts": [
                          { "quantityCondition": "ticket_type_quantity", "minQuantity": 5, "percentOff": 10,
                            "ticketTypeIds": [ { "key": "regular" } ] }
                        ]
                      },
                      "ticketGroups": [
                        { "name": "In the hall", "capacity": 200, "ticketTypes": [
                          { "name": "Early bird", "key": "early", "price": 1900, "capacity": 50,
                            "availabilityBehavior": "date_time_based", "saleEndOn": "2027-03-01T00:00:00Z" },
                          { "name": "Regular", "key": "regular", "price": 2400, "feeAmount": 100, "maxQuantity": 10,
                            "availabilityBehavior": "after_ticket_ends_or_sold_out",
                            "triggerTicketTypeId": "early" }
                        ] },
                        { "name": "At home", "ticketTypes": [
                          { "name": "Stream", "pricing": "pwyw", "price": 500, "pwywSuggestedPrice": 1000 }
                        ] }
                      ],
                      "fees": [ { "name": "Service", "amount": 50, "multiplyByTickets": true } ]
                    }
                    """, Events.SCHEMA.create()).upTo(PageSchema.BYTES_MAX);

    static final Body CHANGE = Body.of("EventChange", """
                    {
                      "title": "Spring concert, new date", "status": "draft",
                      "eventDetails": { "startDate": "2027-04-17T18:00:00Z", "endDate": "2027-04-17T21:00:00Z",
                        "capacity": null }
                    }
                    """, Events.SCHEMA.change())
            .upTo(PageSchema.BYTES_MAX)
            .notEmpty();

    static final Body GROUP_CREATE =
            Body.of("TicketGroupCreate", """
            {
              "name": "Balcony", "capacity": 80,
              "bulkDiscounts": [ { "minQuantity": 10, "maxQuantity": 20, "percentOff": 5 } ],
              "ticketTypes": [ { "name": "Front row", "price": 3900, "capacity": 20 } ]
            }
            """, TicketGroups.GROUP.create()).upTo(PageSchema.BYTES_MAX);

    static final Body GROUP_CHANGE = Body.of(
                    "TicketGroupChange",
                    "{ \"name\": \"Upper balcony\", \"capacity\": 60, \"layout\": { \"type\": \"grid\" } }",
                    TicketGroups.GROUP.change())
            .upTo(PageSchema.BYTES_MAX)
            .notEmpty();

    static final Body TYPE_CREATE = Body.of(
                    "TicketTypeCreate",
                    "{ \"name\": \"Student\", \"price\": 1200, \"capacity\": 40, \"maxQuantity\": 1 }",
                    TicketGroups.TYPE.create())
            .upTo(PageSchema.BYTES_MAX);

    static final Body TYPE_CHANGE = Body.of(
                    "TicketTypeChange",
                    "{ \"name\": \"Students and pupils\", \"price\": 1000, \"capacity\": null }",
                    TicketGroups.TYPE.change())
            .upTo(PageSchema.BYTES_MAX)
            .notEmpty();
}
