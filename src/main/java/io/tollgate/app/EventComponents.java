package io.tollgate.app;

import io.tollgate.catalog.checkoutpage.CheckoutPages;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.event.Events;
import io.tollgate.catalog.form.Forms;
import io.tollgate.catalog.page.PageComposition;
import io.tollgate.platform.write.EventRecords;
import java.util.Map;

/** Creates what events need to know of the records that they show. */
final class EventComponents {
    private EventComponents() {}

    /** Returns what events show of catalog documents: what the API shows, without links that let everyone in. */
    static EventRecords records(LoopComponents loop) {
        return new EventRecords(
                Map.of(
                        CheckoutPages.RESOURCE,
                        PageComposition.withoutPreview(loop.checkoutPages()),
                        Forms.RESOURCE,
                        PageComposition.withoutPreview(loop.forms()),
                        Events.RESOURCE,
                        PageComposition.withoutPreview(loop.events()),
                        Coupons.RESOURCE,
                        loop.coupons()),
                loop.shared.events::appended);
    }
}
