package io.tollgate.catalog.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.pdf.document.SmallerPictures;
import io.tollgate.platform.http.ClientId;
import io.tollgate.platform.http.MemoryBudget;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Uploaded images in the widths that pages show. They are made on a worker thread after the upload, or when the first
 * page asks for them, and stored beside the original. An instance belongs to one event loop.
 */
public final class PictureSizes {
    /** The widths in pixels, from the smallest to the largest. */
    public static final List<Integer> WIDTHS = List.of(480, 960, 1600);

    /** The maximum size of a copy. A larger one is not stored, and the original is served. */
    static final int BYTES_MAX = 1_000_000;

    /** The maximum number of images that wait for the worker. Further ones are made later, when a page asks again. */
    static final int WAITING_MAX = 32;

    private static final Logger LOG = LoggerFactory.getLogger(PictureSizes.class);
    private static final Set<String> FORMATS = Set.of("image/jpeg", "image/png");
    private static final int WORKERS = 1;
    private static final long RUN_SECONDS_MAX = 30;

    /** How long a request waits for the worker. Then it gets the original. */
    private static final long WAIT_SECONDS = 3;

    private final FileStore store;
    private final WorkerExecutor worker;
    private final Map<String, Future<Void>> running = new HashMap<>();

    public PictureSizes(Vertx vertx, FileStore store) {
        this.store = store;
        this.worker = vertx.createSharedWorkerExecutor("pictures", WORKERS, RUN_SECONDS_MAX, TimeUnit.SECONDS);
    }

    /**
     * An uploaded image.
     *
     * @param type media type
     * @param width in pixels
     * @param size in bytes
     */
    record Image(String id, String type, int width, int size) {
        static Image of(JsonNode file) {
            return new Image(
                    file.path("id").asText(),
                    file.path("type").asText(),
                    file.path("width").asInt(),
                    file.path("size").asInt());
        }

        boolean hasCopies() {
            return FORMATS.contains(type) && !below(width).isEmpty();
        }
    }

    /**
     * The copy of an image.
     *
     * @param bytes null if the original is to be shown
     * @param lasting whether later requests get the same
     */
    record Copy(@Nullable Buffer bytes, boolean lasting) {
        private static final Copy ORIGINAL = new Copy(null, true);
        private static final Copy LATER = new Copy(null, false);

        String type() {
            return bytes != null && bytes.getByte(0) == (byte) 0x89 ? "image/png" : "image/jpeg";
        }
    }

    /** Returns the widths that are smaller than an image. */
    public static List<Integer> below(int width) {
        return WIDTHS.stream().filter(one -> one < width).toList();
    }

    /** Makes the copies of an image in the background, if it is one that has any. */
    void prepare(Scope scope, Image image) {
        if (image.hasCopies()) {
            var unused = make(scope, image);
        }
    }

    /** Returns the copy of an image with this width, one of {@link #WIDTHS}. Makes it if it does not exist yet. */
    Future<Copy> find(Scope scope, Image image, int width) {
        if (!image.hasCopies() || width >= image.width()) {
            return Future.succeededFuture(Copy.ORIGINAL);
        }
        return store.readSize(scope, image.id(), width).compose(stored -> {
            if (stored != null) {
                return Future.succeededFuture(copy(stored));
            }
            return make(scope, image)
                    .timeout(WAIT_SECONDS, TimeUnit.SECONDS)
                    .compose(made -> store.readSize(scope, image.id(), width))
                    .map(made -> made == null ? Copy.LATER : copy(made))
                    .otherwise(Copy.LATER);
        });
    }

    /** An empty file says that the original is to be shown. */
    private static Copy copy(Buffer stored) {
        return stored.length() == 0 ? Copy.ORIGINAL : new Copy(stored, true);
    }

    private Future<Void> make(Scope scope, Image image) {
        String key = scope.sellerId() + "/" + image.id();
        Future<Void> known = running.get(key);
        if (known != null) {
            return known;
        }
        MemoryBudget.Share share = MemoryBudget.FILES.share(ClientId.ofSeller(scope.sellerId()));
        if (running.size() >= WAITING_MAX || !share.reserve(image.size())) {
            return Future.failedFuture("too many images wait");
        }
        Future<Void> made = store.read(scope, image.id())
                .compose(original -> original == null
                        ? Future.<Void>succeededFuture()
                        : worker.executeBlocking(() -> copies(image, original.getBytes()), false)
                                .compose(copies -> store(scope, image.id(), copies)))
                .onFailure(failure -> LOG.warn("Failed to make smaller copies of an image: {}", failure.toString()));
        running.put(key, made);
        return made.onComplete(ended -> {
            share.release();
            running.remove(key, made);
        });
    }

    /** Returns a copy for each width; an empty one if the original is smaller or cannot be copied. Blocks. */
    private static Map<Integer, byte[]> copies(Image image, byte[] original) {
        List<Integer> widths =
                below(image.width()).stream().sorted(Comparator.reverseOrder()).toList();
        Map<Integer, byte[]> made = SmallerPictures.of(original, widths);
        int orientation = JpegOrientation.of(original);
        Map<Integer, byte[]> copies = new TreeMap<>();
        for (int width : widths) {
            byte[] copy = JpegOrientation.with(made.getOrDefault(width, new byte[2]), orientation);
            boolean better = made.containsKey(width) && copy.length < original.length && copy.length <= BYTES_MAX;
            copies.put(width, better ? copy : new byte[0]);
        }
        return copies;
    }

    private Future<Void> store(Scope scope, String id, Map<Integer, byte[]> copies) {
        Future<Void> done = Future.succeededFuture();
        for (Map.Entry<Integer, byte[]> copy : copies.entrySet()) {
            done = done.compose(last -> store.putSize(scope, id, copy.getKey(), copy.getValue()));
        }
        return done;
    }
}
