package io.tollgate.app;

import io.tollgate.catalog.file.FileDeletion;
import io.tollgate.sales.checkout.CartErasure;
import io.tollgate.sales.checkout.OrderErasure;
import io.tollgate.sales.erasure.ErasureStep;
import io.tollgate.sales.erasure.ErasureSteps;
import io.tollgate.sales.erasure.FileErasure;
import io.tollgate.simulator.BuyerErasure;
import java.util.List;

/** The components that erase customers. */
final class ErasureComponents {
    private ErasureComponents() {}

    /** Returns the steps of an erasure. */
    static List<ErasureStep> steps(LoopComponents loop) {
        FileDeletion deletion = new FileDeletion(loop.config.storage().quota());
        return ErasureSteps.of(
                loop.database,
                List.of(new OrderErasure(), new CartErasure()),
                new FileErasure(loop.database, loop.store, deletion),
                loop.shared.processor,
                new BuyerErasure());
    }
}
