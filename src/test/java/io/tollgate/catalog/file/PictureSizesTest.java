package io.tollgate.catalog.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.catalog.file.PictureSizes.Copy;
import io.tollgate.catalog.file.PictureSizes.Image;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Eventually;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.Wire;
import io.tollgate.support.Wire.Answer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uploaded images are served in the widths of pages. */
class PictureSizesTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String ID = "65f0c0ffee0123456789abcd";
    private static final String FOREVER = "public, max-age=31536000, immutable";

    @TempDir
    Path folder;

    private final TestSeller seller = TestGateway.shared().seller();
    private final Wire wire = new Wire(TestGateway.shared().url());

    @AfterAll
    static void close() {
        VERTX.close();
    }

    /** A picture in stripes, whose left and right half differ. */
    private static byte[] picture(String format, int type, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, type);
        Graphics2D pen = image.createGraphics();
        for (int x = 0; x < width; x += 4) {
            pen.setColor(new Color(x < width / 2 ? 200 : 20, x * 37 & 255, x * 91 & 255));
            pen.fillRect(x, 0, 4, height * (1 + x % 7) / 8);
        }
        pen.dispose();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    private static byte[] photo(int width, int height) {
        return picture("jpg", BufferedImage.TYPE_INT_RGB, width, height);
    }

    private static BufferedImage decoded(byte[] file) {
        try {
            return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String upload(String purpose, String name, byte[] content) {
        return FileSamples.upload(seller.live(), purpose, name, content)
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
    }

    private String path(String id) {
        return "/files/" + seller.id() + "/" + id;
    }

    @ParameterizedTest
    @ValueSource(ints = {480, 960, 1600})
    void aPhotoIsServedInTheWidthsOfPages(int width) {
        byte[] original = photo(2_000, 1_000);
        Answer copy = FileSamples.copyAt(wire, path(upload("image", "a.jpg", original)) + "/w/" + width);
        assertThat(copy.status()).isEqualTo(200);
        assertThat(copy.header("Content-Type")).isEqualTo("image/jpeg");
        assertThat(copy.header("Cache-Control")).isEqualTo(FOREVER);
        assertThat(copy.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(copy.sent()).isLessThan(original.length);
        assertThat(decoded(copy.body()).getWidth()).isEqualTo(width);
        assertThat(decoded(copy.body()).getHeight()).isEqualTo(width / 2);
        assertThat(copy.isCompressed()).isFalse();
    }

    @Test
    void transparentPartsStayTransparent() {
        byte[] original = picture("png", BufferedImage.TYPE_INT_ARGB, 1_200, 600);
        Answer copy = FileSamples.copyAt(wire, path(upload("image", "a.png", original)) + "/w/480");
        assertThat(copy.header("Content-Type")).isEqualTo("image/png");
        assertThat(decoded(copy.body()).getRGB(1, 230) >>> 24).isZero();
    }

    @Test
    void imagesWithoutCopiesAreServedAsTheyAre() {
        byte[] small = photo(480, 300);
        byte[] animated = FileSamples.gif(900, 100);
        String first = path(upload("image", "a.jpg", small));
        String second = path(upload("image", "a.gif", animated));
        for (int width : PictureSizes.WIDTHS) {
            assertThat(wire.get(first + "/w/" + width).body()).isEqualTo(small);
            Answer same = wire.get(second + "/w/" + width);
            assertThat(same.body()).isEqualTo(animated);
            assertThat(same.header("Content-Type")).isEqualTo("image/gif");
            assertThat(same.header("Cache-Control")).isEqualTo(FOREVER);
        }
    }

    @Test
    void otherWidthsAndFilesOfBuyersDoNotExist() {
        String image = path(upload("image", "a.jpg", photo(1_000, 500)));
        for (String width : new String[] {"481", "0480", "480.", "-480", "99999999999", "x"}) {
            assertThat(wire.get(image + "/w/" + width).status()).as(width).isEqualTo(404);
        }
        String sold = path(upload("file", "a.jpg", photo(1_000, 500)));
        assertThat(wire.get(sold + "/w/480").status()).isEqualTo(404);
        String others = path("65f0c0ffee0123456789abce");
        assertThat(wire.get(others + "/w/480").status()).isEqualTo(404);
    }

    @Test
    void aTurnedPhotoStaysTurned() {
        byte[] turned = JpegOrientation.with(photo(1_000, 500), 6);
        assertThat(JpegOrientation.of(turned)).isEqualTo(6);
        Answer copy = FileSamples.copyAt(wire, path(upload("image", "a.jpg", turned)) + "/w/480");
        assertThat(copy.sent()).isLessThan(turned.length);
        assertThat(JpegOrientation.of(copy.body())).isEqualTo(6);
        assertThat(decoded(copy.body()).getWidth()).isEqualTo(480);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ffd8", "ffd8ffe1", "ffd8ffe10010457869660000ffffffffffffffff", "89504e47"})
    void damagedExifDataIsUpright(String hex) {
        assertThat(JpegOrientation.of(FileSamples.bytes(hex))).isEqualTo(1);
    }

    private FileStore disk() {
        return FileStores.of(VERTX, new StorageSettings(folder, "", "", "", "", "", 0, 0, 1, 1), Clock.SYSTEM);
    }

    /** Calls on the event loop that owns the instance. */
    private static <T> Future<T> on(Context loop, Supplier<Future<T>> call) {
        Promise<T> done = Promise.promise();
        loop.runOnContext(run -> call.get().onComplete(done));
        return done.future();
    }

    /** Returns what an instance finds, once it lasts: a request does not wait long for the worker. */
    private static Copy lasting(PictureSizes sizes, Context loop, Scope scope, Image image) {
        Copy[] last = new Copy[1];
        assertThat(Eventually.isTrue(() -> {
                    last[0] = TestSeller.await(on(loop, () -> sizes.find(scope, image, 480)));
                    return last[0].lasting();
                }))
                .isTrue();
        return last[0];
    }

    @Test
    void anEarlierUploadGetsItsCopiesOnceAndLosesThemWithItself() throws Exception {
        Scope scope = seller.scope(true);
        FileStore store = disk();
        byte[] original = photo(1_000, 500);
        TestSeller.await(store.put(scope, ID, Files.write(folder.resolve("source"), original)));
        Image image = new Image(ID, "image/jpeg", 1_000, original.length);
        PictureSizes sizes = new PictureSizes(VERTX, store);
        var loop = VERTX.getOrCreateContext();
        assertThat(lasting(sizes, loop, scope, image).lasting()).isTrue();
        Path stored = folder.resolve(scope.sellerId()).resolve(ID + ".480");
        Files.write(stored, "kept".getBytes(StandardCharsets.UTF_8));
        Copy second = TestSeller.await(on(loop, () -> sizes.find(scope, image, 480)));
        assertThat(second.bytes()).isEqualTo(Buffer.buffer("kept"));
        assertThat(TestSeller.await(store.list("")))
                .extracting(FileStore.StoredFile::fileId)
                .containsOnly(ID);
        TestSeller.await(store.delete(scope, ID));
        assertThat(TestSeller.await(store.list(""))).isEmpty();
    }

    @Test
    void aDamagedImageIsTriedOnce() throws Exception {
        Scope scope = seller.scope(true);
        FileStore store = disk();
        TestSeller.await(store.put(scope, ID, Files.write(folder.resolve("source"), new byte[] {1, 2, 3})));
        PictureSizes sizes = new PictureSizes(VERTX, store);
        Image image = new Image(ID, "image/jpeg", 1_000, 3);
        Copy copy = lasting(sizes, VERTX.getOrCreateContext(), scope, image);
        assertThat(copy).isEqualTo(new Copy(null, true));
        assertThat(folder.resolve(scope.sellerId()).resolve(ID + ".480")).isEmptyFile();
    }

    @Test
    void fewImagesWaitAndTheOthersAreServedAsTheyAre() {
        Promise<Buffer> slow = Promise.promise();
        FileStore store = (FileStore) Proxy.newProxyInstance(
                FileStore.class.getClassLoader(),
                new Class<?>[] {FileStore.class},
                (proxy, method, arguments) ->
                        method.getName().equals("read") ? slow.future() : Future.succeededFuture());
        PictureSizes sizes = new PictureSizes(VERTX, store);
        Scope scope = seller.scope(true);
        var loop = VERTX.getOrCreateContext();
        for (int i = 0; i < PictureSizes.WAITING_MAX; i++) {
            Image image = new Image("65f0c0ffee01234567890" + (100 + i), "image/jpeg", 1_000, 1);
            loop.runOnContext(run -> sizes.prepare(scope, image));
        }
        Image last = new Image(ID, "image/jpeg", 1_000, 1);
        assertThat(TestSeller.await(on(loop, () -> sizes.find(scope, last, 480))))
                .isEqualTo(new Copy(null, false));
        slow.complete(null);
    }
}
